import { needsSignIn } from '#shared/paths.ts'

/** 'billfold://invoices/5': engines parse the host of an unknown scheme differently, so it is parsed here. */
const schemeLink = /^billfold:\/{2,3}([^/].*)?$/is

/** Converts either form of link to a URL. */
const toUrl = (link: string, origin: string): URL | undefined => {
  const match = schemeLink.exec(link)
  const url = match ? `${origin}/${match[1] ?? ''}` : link
  return URL.canParse(url) ? new URL(url) : undefined
}

/**
 * Returns the path in the app for a link, e.g. '/invoices/5?search=a' for 'billfold://invoices/5?search=a' and for the same https link.
 * Undefined for other hosts, for public pages, and for malformed links.
 * @param origin of the server that the app belongs to
 */
export const parseDeepLink = (link: string, origin: string): string | undefined => {
  const address = toUrl(link, origin)
  if (!address || address.origin !== origin || address.username || address.password) return undefined
  const { pathname, search } = address
  return pathname === '/' || needsSignIn(pathname) ? pathname + search : undefined
}
