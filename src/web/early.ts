import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { type RecordType, recordInfo } from '#shared/record-types.ts'
import { prefetch } from './lib/api/prefetch.ts'
import { applyStoredTheme } from './lib/theme/stored-theme.ts'

// The build writes this script into the page, before its styles: a file of its own would have to be fetched, and would wait for the styles.

/** A list as its page asks for it first. */
const getPageUrls = (page: string): readonly string[] => {
  if (page === '/' || page === '/dashboard') return [apiPaths.dashboard]
  const name = page.slice(1) as RecordType
  if (!Object.hasOwn(recordInfo, name)) return []
  const { defaultSort, document } = recordInfo[name]
  const list = `${apiPaths[name]}?sort=${defaultSort}${document ? '&short=true' : ''}&limit=60`
  if (name === 'invoices') return [list, `${apiPaths.invoices}/summary`, apiPaths.paymentsState]
  return document ? [list, `${apiPaths[name]}/summary`] : [list]
}

const payPage = /^\/pay-invoice\/([\w-]+)$/

/** What is missing here is fetched later by the page; a test catches needless URLs. @param signedIn empty when the server doesn't know */
const getPrefetchUrls = ({ pathname, search }: { pathname: string; search: string }, signedIn: string | undefined): readonly string[] => {
  const publicId = payPage.exec(pathname)?.[1]
  if (publicId) return [`${apiPaths.publicInvoice}/${publicId}`]
  if (signedIn !== 'yes') return []
  return search ? [apiPaths.currentUser] : [apiPaths.currentUser, ...getPageUrls(trimTrailingSlash(pathname))]
}

applyStoredTheme()
const root = document.documentElement
// The server sent the landing page finished: it needs nothing of the app.
if (root.dataset.landing === undefined) prefetch(getPrefetchUrls(location, root.dataset.signedIn))
