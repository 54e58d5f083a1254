import { needsSignIn } from '#shared/paths.ts'

/** 'billfold://invoices/5': engines parse the host of an unknown scheme differently, so it is parsed here. */
const schemeLink = /^billfold:\/{2,3}([^/].*)?$/is

const toUrl = (link: string, origin: string): URL | undefined => {
  const match = schemeLink.exec(link)
  const url = match ? `${origin}/${match[1] ?? ''}` : link
  return URL.canParse(url) ? new URL(url) : undefined
}

/** '/invoices/5' for 'billfold://invoices/5' and for the same https link; undefined for other hosts, public pages and malformed links. */
export const parseDeepLink = (link: string, origin: string): string | undefined => {
  const address = toUrl(link, origin)
  if (!address || address.origin !== origin || address.username || address.password) return undefined
  const { pathname, search } = address
  return pathname === '/' || needsSignIn(pathname) ? pathname + search : undefined
}
