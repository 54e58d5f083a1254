import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { toast } from '#web/lib/toast.ts'

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
export const handleExternalLinks = (): void => {
  document.addEventListener('click', onClick)
  window.open = (url) => {
    const target = String(url ?? '')
    if (URL.canParse(target, location.href)) getOpener(new URL(target, location.href), { isNewTab: true, isDownload: false })?.()
    return null
  }
}
