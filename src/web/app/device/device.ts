import { navigate } from 'wouter/use-browser-location'
import { trimTrailingSlash } from '#shared/paths.ts'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { parseDeepLink } from '#web/lib/native/deep-link.ts'
import { closeTopLayer, countOpenLayers } from '#web/lib/native/layers.ts'
import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { isDark, readColor, watchTheme } from '#web/lib/theme/theme.ts'
import { toast, toastStore } from '#web/lib/toast.ts'
import { confirmDiscard, whenAnswered } from '#web/ui/confirm.ts'

const isDocument = ({ pathname }: URL) => /^\/(api|objects)\//.test(pathname)
const isSignIn = ({ pathname }: URL) => /^\/api\/(login|logout)/.test(pathname)
const getFileName = ({ pathname }: URL) => pathname.split('/').at(-1) || 'document'

const openInBrowser = (url: string) => {
  native.openInBrowser(url).catch(() => toast({ title: 'Error', description: 'The page could not be opened.', variant: 'destructive' }))
}

/** Undefined leaves the link to the page. */
const getOpener = (address: URL, { isNewTab, isDownload }: { isNewTab: boolean; isDownload: boolean }): (() => void) | undefined => {
  if (!/^https?:$/.test(address.protocol)) return undefined
  if (address.origin !== location.origin) return () => openInBrowser(address.href)
  if (isSignIn(address)) return undefined
  if (isDocument(address) || isDownload) return () => void showDocument(address.href, getFileName(address))
  return isNewTab ? () => openInBrowser(address.href) : undefined
}

const onClick = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (event.defaultPrevented || !link || !URL.canParse(link.href)) return
  const isNewTab = link.target !== '' && link.target !== '_self'
  const open = getOpener(new URL(link.href), { isNewTab, isDownload: link.hasAttribute('download') })
  if (!open) return
  event.preventDefault()
  open()
}

/** A web view has no tabs, shows no PDF and saves no file: other apps get documents, the system browser gets links for a new tab. */
const handleExternalLinks = (): void => {
  document.addEventListener('click', onClick)
  window.open = (url) => {
    const target = String(url ?? '')
    if (URL.canParse(target, location.href)) getOpener(new URL(target, location.href), { isNewTab: true, isDownload: false })?.()
    return null
  }
}

/** A layer has closed, or is animating out, after this time. */
const closedAfterMs = 60

/** @returns false when one stays open because its form was not discarded */
const closeLayers = async (): Promise<boolean> => {
  for (let left = countOpenLayers(); left > 0; left = countOpenLayers()) {
    closeTopLayer()
    await whenAnswered()
    await new Promise((resolve) => setTimeout(resolve, closedAfterMs))
    if (countOpenLayers() >= left) return false
  }
  return true
}

const goTo = async (place: string): Promise<void> => {
  if (!(await closeLayers())) return
  // With the Navigation API the page's own form asks.
  if (!('navigation' in window) && !(await discardUnsavedChanges(confirmDiscard))) return
  navigate(place)
}

const handleDeepLinks = (): void => {
  native.onLink((link) => {
    const place = parseDeepLink(link, location.origin)
    if (place === undefined) return false
    void goTo(place)
    return true
  })
}

const toggles = 'input:is([type=checkbox], [type=radio])'
const bottomBarEntries = 'nav[aria-label=Quick] :is(a, button)'

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null

const startHaptics = (): void => {
  let lastToastId: number | undefined
  toastStore.subscribe(() => {
    const notice = toastStore.read()
    if (!notice?.open || notice.id === lastToastId || notice.isWaiting) return
    lastToastId = notice.id
    native.haptic(notice.variant === 'destructive' ? 'Heavy' : 'Medium')
  })
  document.addEventListener('change', (event) => isWithin(event, toggles) && native.haptic('Light'))
  document.addEventListener('click', (event) => isWithin(event, bottomBarEntries) && native.haptic('Light'))
}

const syncStatusBar = (): void => {
  const match = () => native.setStatusBar({ isDark: isDark(), color: readColor('surface') })
  watchTheme(match)
  match()
}

const isHome = () => ['/', '/dashboard'].includes(trimTrailingSlash(location.pathname))

/** To be called once. */
export const startDevice = (): void => {
  native.onBack(isHome)
  startHaptics()
  if (native.platform === 'web') return
  syncStatusBar()
  handleExternalLinks()
  handleDeepLinks()
}
