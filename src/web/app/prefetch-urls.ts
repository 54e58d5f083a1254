import { trimTrailingSlash } from '#shared/paths.ts'

const rows = '&limit=60'
const firstOf: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/dashboard'],
  '/dashboard': ['/api/dashboard'],
  '/invoices': [`/api/invoices?sort=-issueDate${rows}`, '/api/payments/state'],
  '/estimates': [`/api/estimates?sort=-issueDate${rows}`],
  '/customers': [`/api/customers?sort=name${rows}`],
  '/items': [`/api/items?sort=name${rows}`],
  '/expenses': [`/api/expenses?sort=-expenseDate${rows}`],
}
const payPage = /^\/pay-invoice\/([\w-]+)$/

/**
 * What the page at this address asks the server first. One that is missing here is asked later, by the page; one too many is asked in vain, and
 * a test finds it.
 * @param signedIn what the server wrote onto the page; empty where it couldn't know
 */
export const getPrefetchUrls = (
  { pathname, search }: { pathname: string; search: string },
  signedIn: string | undefined,
): readonly string[] => {
  const publicId = payPage.exec(pathname)?.[1]
  if (publicId) return [`/api/public/invoice/${publicId}`]
  if (signedIn !== 'yes') return []
  return ['/api/auth/user', ...((search === '' && firstOf[trimTrailingSlash(pathname)]) || [])]
}
