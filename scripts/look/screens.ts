import { booksTabs } from '../../src/shared/books-paths.ts'

/** Ids of records that screens of one record open. */
export type Records = {
  customerId: number
  invoiceId: number
  estimateId: number
  recurringId?: number | undefined
  payPage: string
  reviewPage: string | null
}

/** One screen: its name in the contact sheet, its address, and what to press before it is photographed. */
export type Screen = { name: string; path: string; press?: { role: 'button' | 'link' | 'menuitem'; name: RegExp }[] }

/** Screens for visitors. */
export const visitorScreens: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'sign-in', path: '/api/login' },
  { name: 'create-account', path: '/api/login?create=1' },
]

/** Screens that list an account's records. */
export const listScreens: readonly Screen[] = [
  { name: 'dashboard', path: '/' },
  { name: 'invoices', path: '/invoices' },
  { name: 'recurring-invoices', path: '/recurring-invoices' },
  { name: 'estimates', path: '/estimates' },
  { name: 'customers', path: '/customers' },
  { name: 'items', path: '/items' },
  { name: 'expenses', path: '/expenses' },
  { name: 'search', path: '/?open=search' },
  { name: 'reports', path: '/reports' },
  { name: 'profit-loss', path: '/reports?type=profit-loss&period=365' },
  { name: 'receivables', path: '/reports?type=receivables&period=365' },
  ...booksTabs.map(({ path }) => ({ name: path.slice(1).replace('/', '-'), path })),
  { name: 'books-account', path: '/books/accounts/1200' },
]

/** Screens of a signed-in account, with or without records. */
export const accountScreens: readonly Screen[] = [
  ...listScreens,
  { name: 'business-profile', path: '/business-profile' },
  ...['design', 'defaults', 'numbers', 'payments', 'taxes', 'currencies'].map((section) => ({
    name: `business-profile-${section}`,
    path: `/business-profile?section=${section}`,
  })),
  { name: 'account', path: '/account' },
  ...['email', 'sessions', 'tokens', 'delete'].map((section) => ({ name: `account-${section}`, path: `/account?section=${section}` })),
  { name: 'billing', path: '/billing' },
  { name: 'subscribe', path: '/subscribe' },
  { name: 'users', path: '/users' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'help', path: '/help' },
  { name: 'design', path: '/dev/design' },
  { name: 'new-invoice', path: '/invoices', press: [{ role: 'button', name: /^(New|Create) Invoice$/ }] },
  { name: 'new-recurring-invoice', path: '/recurring-invoices', press: [{ role: 'button', name: /^New Recurring Invoice$/ }] },
  { name: 'new-estimate', path: '/estimates', press: [{ role: 'button', name: /^(New|Create) Estimate$/ }] },
  { name: 'new-customer', path: '/customers', press: [{ role: 'button', name: /^(New|Add) Customer$/ }] },
  { name: 'new-item', path: '/items', press: [{ role: 'button', name: /^(New|Add) Item$/ }] },
  { name: 'new-manual-entry', path: '/books', press: [{ role: 'button', name: /^Record an entry$/ }] },
  { name: 'new-opening-balance', path: '/books/opening-balances', press: [{ role: 'button', name: /^Add opening balance$/ }] },
  { name: 'new-expense', path: '/expenses', press: [{ role: 'button', name: /^(New|Add) Expense$/ }] },
]

/** Screens of one record. */
export const recordScreens = ({ customerId, invoiceId, estimateId, recurringId, payPage, reviewPage }: Records): readonly Screen[] => [
  { name: 'invoice', path: `/invoices/${invoiceId}` },
  { name: 'estimate', path: `/estimates/${estimateId}` },
  ...(recurringId === undefined ? [] : [{ name: 'recurring-invoice', path: `/recurring-invoices/${recurringId}` }]),
  { name: 'customer', path: `/customers/${customerId}` },
  { name: 'pay-page', path: payPage },
  ...(reviewPage ? [{ name: 'review-estimate', path: reviewPage }] : []),
]
