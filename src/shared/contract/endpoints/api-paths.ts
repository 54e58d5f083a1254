import { type RecordType, recordTypeNames } from '#shared/record-types.ts'

const recordPaths = Object.fromEntries(recordTypeNames.map((name) => [name, `/api/${name}`])) as { [Name in RecordType]: `/api/${Name}` }

/** Paths of collections and singletons. They are also the first part of query keys, and of what the page prefetches. */
export const apiPaths = {
  ...recordPaths,
  billing: '/api/billing',
  books: '/api/books',
  businessProfile: '/api/business-profile',
  currentUser: '/api/auth/user',
  dashboard: '/api/dashboard',
  exchangeRates: '/api/exchange-rates',
  lateFeeRule: '/api/late-fee-rule',
  paymentsState: '/api/payments/state',
  publicInvoice: '/api/public/invoice',
  recurringInvoices: '/api/recurring-invoices',
  reminderSettings: '/api/reminder-settings',
  reports: '/api/reports',
  statementSchedule: '/api/statement-schedule',
  taxRates: '/api/tax-rates',
} as const
