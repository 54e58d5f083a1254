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

export const payPath = (publicId: string) => `/pay-invoice/${publicId}`
/** The lasting payment link: opens the provider's checkout for the invoice as it is when it is clicked. */
export const checkoutPath = (publicId: string) => `/pay/${publicId}/checkout`
