import type { RecordType } from '#shared/record-types.ts'

/**
 * Paths of collections and singletons. They are also the first part of query keys, and of what the page prefetches. They are written out, so that the
 * bundler replaces each use by the text.
 */
export const apiPaths = {
  billing: '/api/billing',
  businessProfile: '/api/business-profile',
  currentUser: '/api/auth/user',
  customers: '/api/customers',
  dashboard: '/api/dashboard',
  estimates: '/api/estimates',
  expenses: '/api/expenses',
  invoices: '/api/invoices',
  items: '/api/items',
  paymentsState: '/api/payments/state',
  publicInvoice: '/api/public/invoice',
  reports: '/api/reports',
} as const satisfies { [Name in RecordType]: `/api/${Name}` } & Record<string, string>
