import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { toast } from '#web/lib/toast.ts'

const isDocument = ({ pathname }: URL) => /^\/(api|objects)\//.test(pathname)
/** Signing in and out has a way of its own. */
const isSignIn = ({ pathname }: URL) => /^\/api\/(login|logout)/.test(pathname)
const nameOf = ({ pathname }: URL) => pathname.split('/').at(-1) || 'document'

const openBeside = (url: string) => {
  native.openInBrowser(url).catch(() => toast({ title: 'Error', description: 'The page could not be opened.', variant: 'destructive' }))
}

/** What a link is for that a web view can't follow; undefined leaves it to the page. */
const wayOut = (address: URL, { isNewTab, isDownload }: { isNewTab: boolean; isDownload: boolean }): (() => void) | undefined => {
  if (!/^https?:$/.test(address.protocol)) return undefined
  if (address.origin !== location.origin) return () => openBeside(address.href)
  if (isSignIn(address)) return undefined
  if (isDocument(address) || isDownload) return () => void showDocument(address.href, nameOf(address))
  return isNewTab ? () => openBeside(address.href) : undefined
}

const onClick = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (event.defaultPrevented || !link || !URL.canParse(link.href)) return
  const isNewTab = link.target !== '' && link.target !== '_self'
  const leave = wayOut(new URL(link.href), { isNewTab, isDownload: link.hasAttribute('download') })
  if (!leave) return
  event.preventDefault()
  leave()
}

/**
 * A web view has no tabs, shows no PDF and saves no file. In the shell documents are handed to other apps instead, and what belongs into another tab opens in the
 * system's browser: for all links and windows of the page, at one place.
 */
export const handleExternalLinks = (): void => {
  document.addEventListener('click', onClick)
  window.open = (url) => {
    const written = String(url ?? '')
    if (URL.canParse(written, location.href)) wayOut(new URL(written, location.href), { isNewTab: true, isDownload: false })?.()
    return null
  }
}
