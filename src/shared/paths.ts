import { type DocumentKind, documentInfo, type RecordListPath, recordListPaths, recordTypeNames } from './record-types.ts'

export const recurringInvoicesPath = '/recurring-invoices'

/** A visitor is redirected to sign in and returns to the page. A `*` stands for any text at the end. */
export const signedInPaths: readonly string[] = [
  '/dashboard',
  ...recordTypeNames.map((name) => `/${name}`),
  recurringInvoicesPath,
  '/reports',
  '/books',
  '/books/*',
  '/business-profile',
  '/subscribe',
  '/billing',
  '/users',
  '/account',
  '/help',
]

export const trimTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

type ListPath = RecordListPath | typeof recurringInvoicesPath
const recordPath = new RegExp(`^(${[...recordListPaths, recurringInvoicesPath].join('|')})/([1-9]\\d{0,15})$`)
const matchRecord = (path: string) => recordPath.exec(trimTrailingSlash(path))

export const getListPath = (path: string): ListPath | undefined => matchRecord(path)?.[1] as ListPath | undefined

export const getRecordId = (path: string): number | undefined => {
  const id = matchRecord(path)?.[2]
  return id ? Number(id) : undefined
}

export const needsSignIn = (path: string): boolean =>
  getListPath(path) !== undefined || signedInPaths.includes(trimTrailingSlash(path)) || path.startsWith('/books/')

/** The customer's page of a document. @param publicId encoded, as it may be unchecked text from a URL */
export const getPublicPath = (kind: DocumentKind, publicId: string) => `${documentInfo[kind].publicPath}/${encodeURIComponent(publicId)}`
export const payPath = (publicId: string) => getPublicPath('invoice', publicId)
/** Permanent: redirects to the provider's checkout for the current balance. */
export const checkoutPath = (publicId: string) => `/pay/${publicId}/checkout`
export const creditNotePath = (publicId: string) => getPublicPath('credit-note', publicId)
export const reviewPath = (publicId: string) => getPublicPath('estimate', publicId)
