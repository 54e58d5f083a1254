import { needsSignIn } from '#shared/paths.ts'

/** 'billfold://invoices/5': engines read the host of a scheme that they don't know in different ways, so it is taken apart here. */
const ownLink = /^billfold:\/{2,3}([^/].*)?$/is

/** An address on this origin, whichever way a link writes it. */
const addressOf = (link: string, origin: string): URL | undefined => {
  const own = ownLink.exec(link)
  const written = own ? `${origin}/${own[1] ?? ''}` : link
  return URL.canParse(written) ? new URL(written) : undefined
}

/**
 * The place in the app that a link leads to, e.g. '/invoices/5?search=a' for 'billfold://invoices/5?search=a' and for the same link of https.
 * Undefined for other hosts, for customers' pages, and for what is no link at all.
 * @param origin of the server that the app belongs to
 */
export const parseDeepLink = (link: string, origin: string): string | undefined => {
  const address = addressOf(link, origin)
  if (!address || address.origin !== origin || address.username || address.password) return undefined
  const { pathname, search } = address
  return pathname === '/' || needsSignIn(pathname) ? pathname + search : undefined
}
