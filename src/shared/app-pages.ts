import { findBooksTab } from './books-paths.ts'
import { needsSignIn, trimTrailingSlash } from './paths.ts'
import { documentInfo } from './record-types.ts'

const returnPages = ['/payment-success', '/subscription-success', '/confirm-email']
const documentPaths = Object.values(documentInfo).map(({ publicPath }) => `${publicPath}/`)

/** They open for everyone with the URL, and hold what only the receiver of the URL should see. */
export const isUnlistedPage = (path: string): boolean =>
  documentPaths.some((start) => path.startsWith(start)) || returnPages.includes(trimTrailingSlash(path))

const isDocumentPage = (path: string) => documentPaths.some((start) => path.startsWith(start) && /^[^/]+$/.test(path.slice(start.length)))

/** Whether the app has a page at this path; any other path is answered with status 404. */
export const isAppPage = (path: string): boolean => {
  const page = trimTrailingSlash(path)
  if (page.startsWith('/books/')) return findBooksTab(page) !== undefined
  return page === '/' || needsSignIn(page) || isDocumentPage(page) || returnPages.includes(page)
}
