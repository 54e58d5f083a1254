import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'

const pageSize = '&limit=60'
const urlsByPath: Readonly<Record<string, readonly string[]>> = {
  '/': [apiPaths.dashboard],
  '/dashboard': [apiPaths.dashboard],
  '/invoices': [`${apiPaths.invoices}?sort=-issueDate${pageSize}`, apiPaths.paymentsState],
  '/estimates': [`${apiPaths.estimates}?sort=-issueDate${pageSize}`],
  '/customers': [`${apiPaths.customers}?sort=name${pageSize}`],
  '/items': [`${apiPaths.items}?sort=name${pageSize}`],
  '/expenses': [`${apiPaths.expenses}?sort=-expenseDate${pageSize}`],
}
const payPage = /^\/pay-invoice\/([\w-]+)$/

/**
 * The API calls that the page at this address makes first, so that they can start before the app is loaded. A URL that is missing here is
 * fetched later by the page itself; a needless one is caught by a test.
 * @param signedIn what the server wrote into the page; empty when it doesn't know
 */
export const getPrefetchUrls = (
  { pathname, search }: { pathname: string; search: string },
  signedIn: string | undefined,
): readonly string[] => {
  const publicId = payPage.exec(pathname)?.[1]
  if (publicId) return [`${apiPaths.publicInvoice}/${publicId}`]
  if (signedIn !== 'yes') return []
  return [apiPaths.currentUser, ...((search === '' && urlsByPath[trimTrailingSlash(pathname)]) || [])]
}
