/** Pages for signed-in people. A visitor who asks for one of them signs in first and comes back. */
export const signedInPaths = [
  '/dashboard',
  '/invoices',
  '/estimates',
  '/customers',
  '/items',
  '/expenses',
  '/reports',
  '/business-profile',
  '/subscribe',
  '/billing',
  '/users',
] as const

/** '/customers/' and '/customers' are one place. */
export const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** The list that a record's page belongs to: '/customers' for '/customers/5'. */
export const listOf = (path: string): '/customers' | undefined =>
  /^\/customers\/[1-9]\d{0,9}$/.test(trimmed(path)) ? '/customers' : undefined

/** Whether a visitor has to sign in to see what is there. */
export const needsSignIn = (path: string): boolean => listOf(path) !== undefined || signedInPaths.some((known) => known === trimmed(path))

export const payPath = (publicId: string) => `/pay-invoice/${publicId}`
/** The lasting payment link: opens the provider's checkout for the invoice as it is when it is clicked. */
export const checkoutPath = (publicId: string) => `/pay/${publicId}/checkout`
