import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { type RecordType, recordTypeNames, recordTypes } from '#shared/record-types.ts'

/** The list as its page asks for it first; invoices also show whether customers can pay. */
const getListUrls = (name: RecordType) => [
  `${apiPaths[name]}?sort=${recordTypes[name].defaultSort}&limit=60`,
  ...(name === 'invoices' ? [apiPaths.paymentsState] : []),
]
const urlsByPath: Readonly<Record<string, readonly string[]>> = {
  '/': [apiPaths.dashboard],
  '/dashboard': [apiPaths.dashboard],
  ...Object.fromEntries(recordTypeNames.map((name) => [`/${name}`, getListUrls(name)])),
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
