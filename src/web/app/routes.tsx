import {
  Building2,
  ChartColumn,
  CircleUser,
  CreditCard,
  FilePen,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Receipt,
  ReceiptText,
  Repeat,
  ShieldUser,
  Sparkles,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { booksTabs, findBooksTab } from '#shared/books-paths.ts'
import { getListPath, recurringInvoicesPath, trimTrailingSlash } from '#shared/paths.ts'
import { type Loader, lazyPage } from './lazy-page.ts'

type AppPage = {
  path: string
  aliases?: readonly string[]
  title: string
  /** The header shows no title: the desktop has 'Dashboard' instead, and the phone 'Invoice App'. */
  hasNoHeading?: true
  hasPrimaryAction?: true
  load: Loader
  Page: ComponentType
}

export type ShellPage = AppPage & {
  nav: {
    label: string
    icon: LucideIcon
    bottomBar?: boolean
    headerMenu?: { label: string; place: number }
  }
  /** The server enforces access; this hides the entry. */
  adminOnly?: boolean
}

/** In the order of the navigation. */
export const shellPages: readonly ShellPage[] = [
  {
    path: '/',
    aliases: ['/dashboard'],
    title: 'Dashboard',
    nav: { label: 'Dashboard', icon: LayoutDashboard, bottomBar: true },
    ...lazyPage(() => import('#web/features/dashboard/dashboard-page.tsx')),
  },
  {
    path: '/invoices',
    title: 'Invoices',
    nav: { label: 'Invoices', icon: FileText, bottomBar: true },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/invoices/invoices-page.tsx')),
  },
  {
    path: '/estimates',
    title: 'Estimates',
    nav: { label: 'Estimates', icon: FilePen },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/estimates/estimates-page.tsx')),
  },
  {
    path: '/customers',
    title: 'Customers',
    nav: { label: 'Customers', icon: Users, bottomBar: true },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/customers/customers-page.tsx')),
  },
  {
    path: '/items',
    title: 'Items & Services',
    nav: { label: 'Items & Services', icon: Package },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/items/items-page.tsx')),
  },
  {
    path: '/expenses',
    title: 'Expenses',
    nav: { label: 'Expenses', icon: Receipt },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/expenses/expenses-page.tsx')),
  },
  {
    path: '/reports',
    title: 'Reports',
    nav: { label: 'Reports', icon: ChartColumn, headerMenu: { label: 'Reports', place: 2 } },
    ...lazyPage(() => import('#web/features/reports/reports-page.tsx')),
  },
  {
    path: '/business-profile',
    title: 'Business Profile',
    nav: { label: 'Business Profile', icon: Building2, headerMenu: { label: 'Settings', place: 1 } },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/business-profile/business-profile-page.tsx')),
  },
  {
    path: '/users',
    title: 'Users',
    nav: { label: 'Users', icon: ShieldUser },
    adminOnly: true,
    ...lazyPage(() => import('#web/features/admin/users-page.tsx')),
  },
  {
    path: '/subscribe',
    title: 'Subscription',
    hasNoHeading: true,
    nav: { label: 'Subscription', icon: Sparkles },
    hasPrimaryAction: true,
    ...lazyPage(() => import('#web/features/subscription/subscribe/subscribe-page.tsx')),
  },
  {
    path: '/billing',
    title: 'Billing',
    hasNoHeading: true,
    nav: { label: 'Billing', icon: CreditCard },
    ...lazyPage(() => import('#web/features/subscription/billing/billing-page.tsx')),
  },
]

export const getNavPages = ({ isAdmin }: { isAdmin: boolean }): readonly ShellPage[] =>
  shellPages.filter((page) => isAdmin || !page.adminOnly)

export const headerMenu = shellPages
  .flatMap(({ path, nav }) => (nav.headerMenu ? [{ path, icon: nav.icon, ...nav.headerMenu }] : []))
  .sort((a, b) => a.place - b.place)

export const accountPage: AppPage = {
  path: '/account',
  title: 'Account',
  ...lazyPage(() => import('#web/features/account/account-page.tsx')),
}

export const helpPage: AppPage = {
  path: '/help',
  title: 'Help',
  ...lazyPage(() => import('#web/features/help/help-page.tsx')),
}

/** Shares the navigation entry of the invoices, from which it is reached. */
export const recurringInvoicesPage: AppPage = {
  path: recurringInvoicesPath,
  title: 'Recurring Invoices',
  hasPrimaryAction: true,
  ...lazyPage(() => import('#web/features/recurring-invoices/recurring-invoices-page.tsx')),
}

export const creditNotesPage: AppPage = {
  path: '/credit-notes',
  title: 'Credit Notes',
  hasPrimaryAction: true,
  ...lazyPage(() => import('#web/features/credit-notes/credit-notes-page.tsx')),
}

export const getSearchablePages = (user: { isAdmin: boolean }) => [
  ...getNavPages(user).map(({ path, nav }) => ({ path, title: nav.label, icon: nav.icon })),
  { path: recurringInvoicesPage.path, title: recurringInvoicesPage.title, icon: Repeat },
  { path: creditNotesPage.path, title: creditNotesPage.title, icon: ReceiptText },
  { path: accountPage.path, title: accountPage.title, icon: CircleUser },
  ...booksTabs.map(({ path, label }) => ({ path, title: `Books: ${label}` })),
  { path: helpPage.path, title: helpPage.title },
]

export const booksPage: AppPage = {
  path: '/books',
  aliases: booksTabs.map(({ path }) => path),
  title: 'Books',
  ...lazyPage(() => import('#web/features/books/books-page.tsx')),
}

/** Only where the server has its development pages. */
export const designPage: AppPage = {
  path: '/dev/design',
  title: 'Design',
  ...lazyPage(() => import('#web/features/design/design-page.tsx')),
}

/** `/customers/5` highlights `/customers`. Invoices and estimates open in a side panel instead. */
const recordPages = [
  { below: '/customers', title: 'Customer', ...lazyPage(() => import('#web/features/customers/customer-page.tsx')) },
] as const

export const publicPages = [
  { path: '/pay-invoice/:id', title: 'Pay invoice', ...lazyPage(() => import('#web/features/payments/pay/pay-page.tsx')) },
  { path: '/review-estimate/:id', title: 'Estimate', ...lazyPage(() => import('#web/features/estimates/review/review-estimate-page.tsx')) },
  { path: '/credit-note/:id', title: 'Credit note', ...lazyPage(() => import('#web/features/credit-notes/public/credit-note-page.tsx')) },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    ...lazyPage(() => import('#web/features/account/confirm-email/confirm-email-page.tsx')),
  },
  { path: '/payment-success', title: 'Payment', ...lazyPage(() => import('#web/features/payments/success/payment-success-page.tsx')) },
  {
    path: '/subscription-success',
    title: 'Subscription',
    ...lazyPage(() => import('#web/features/subscription/success/subscription-success-page.tsx')),
  },
] as const

export const landing = { title: '', ...lazyPage(() => import('#web/features/landing/landing-page.tsx')) }
export const notFound = { title: 'Page not found', ...lazyPage(() => import('./not-found-page.tsx')) }

export const loadCreateInvoice = () => import('#web/features/invoices/form/create-invoice-dialog.tsx')

export const loadCreditNote = () => import('#web/features/credit-notes/form/credit-note-dialog.tsx')

export const loadRecurringInvoice = () => import('#web/features/recurring-invoices/form/recurring-dialog.tsx')

export const loadShortcutsHelp = () => import('./shortcuts-help.tsx')

export const findRecordPage = (path: string): (typeof recordPages)[number] | undefined =>
  recordPages.find(({ below }) => getListPath(path) === below)

/** For a record, the page of its list. */
export const findPage = (path: string): AppPage | undefined => {
  const plain = trimTrailingSlash(path)
  const listPath = getListPath(path) ?? findBooksTab(plain)?.path ?? plain
  return [...shellPages, recurringInvoicesPage, creditNotesPage, accountPage, booksPage, helpPage, designPage].find(
    (page) => page.path === listPath || page.aliases?.includes(listPath),
  )
}

export const getHeading = ({ title, hasNoHeading }: Pick<AppPage, 'title' | 'hasNoHeading'>): string | undefined =>
  hasNoHeading ? undefined : title

export const findTitle = (path: string): string => {
  const tab = findBooksTab(trimTrailingSlash(path))
  return tab && tab.path !== booksPage.path ? tab.label : (findRecordPage(path) ?? findPage(path) ?? notFound).title
}
