import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'

const rows = '&limit=60'
const firstOf: Readonly<Record<string, readonly string[]>> = {
  '/': [apiPaths.dashboard],
  '/dashboard': [apiPaths.dashboard],
  '/invoices': [`${apiPaths.invoices}?sort=-issueDate${rows}`, apiPaths.paymentsState],
  '/estimates': [`${apiPaths.estimates}?sort=-issueDate${rows}`],
  '/customers': [`${apiPaths.customers}?sort=name${rows}`],
  '/items': [`${apiPaths.items}?sort=name${rows}`],
  '/expenses': [`${apiPaths.expenses}?sort=-expenseDate${rows}`],
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
  if (publicId) return [`${apiPaths.publicInvoice}/${publicId}`]
  if (signedIn !== 'yes') return []
  return [apiPaths.currentUser, ...((search === '' && firstOf[trimTrailingSlash(pathname)]) || [])]
}
