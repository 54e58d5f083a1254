/** Pages for signed-in people. A visitor who asks for one of them signs in first and comes back. */
export const signedInPaths = [
  '/dashboard',
  '/invoices',
  '/estimates',
  '/customers',
  '/items',
  '/expenses',
  '/reports',
  '/books',
  '/business-profile',
  '/subscribe',
  '/billing',
  '/users',
  '/account',
] as const

/** '/customers/' and '/customers' are one place. */
export const trimTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** The lists whose records have a place of their own. */
export const recordListPaths = ['/customers', '/invoices', '/estimates'] as const
type RecordList = (typeof recordListPaths)[number]

const recordPath = new RegExp(`^(${recordListPaths.join('|')})/([1-9]\\d{0,9})$`)

/** The list that a record's page belongs to: '/customers' for '/customers/5'. */
export const getListPath = (path: string): RecordList | undefined => recordPath.exec(trimTrailingSlash(path))?.[1] as RecordList | undefined

/** The row number of the record at this path, e.g. 5 for '/invoices/5'. */
export const getRecordId = (path: string): number | undefined => {
  const id = recordPath.exec(trimTrailingSlash(path))?.[2]
  return id === undefined ? undefined : Number(id)
}

/** Whether a visitor has to sign in to see what is there. */
export const needsSignIn = (path: string): boolean =>
  getListPath(path) !== undefined || signedInPaths.some((known) => known === trimTrailingSlash(path))

/** @param publicId an invoice's, or whatever stood in its place in an address */
export const payPath = (publicId: string) => `/pay-invoice/${encodeURIComponent(publicId)}`
/** The lasting payment link: opens the provider's checkout for the invoice as it is when it is clicked. */
export const checkoutPath = (publicId: string) => `/pay/${publicId}/checkout`
/** Where a customer reads and answers an estimate. */
export const reviewPath = (publicId: string) => `/review-estimate/${publicId}`
