import {
  BookOpen,
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
import { type DocumentKind, documentInfo, documentKinds, getRecordHeading, type RecordType } from '#shared/record-types.ts'
import type { NewDocument } from '#web/lib/dialogs/new-document.ts'
import { type Loader, lazyPage } from './lazy-page.ts'

type AppPage = {
  path: string
  aliases?: readonly string[]
  title: string
  subtitle?: string
  /** Its name beside the pages that are reached from the same entry of the navigation. */
  tab?: string
  /** The header shows no title: the desktop has 'Dashboard' instead, and the phone 'Invoice App'. */
  hasNoHeading?: true
  hasPrimaryAction?: true
  /** It has no entry of its own in the navigation, but highlights that of this page. */
  reachedFrom?: '/invoices'
  load: Loader
  Page: ComponentType
}

export type ShellPage = AppPage & {
  nav: {
    label: string
    icon: LucideIcon
    headerMenu?: { label: string; place: number }
  }
  /** The server enforces access; this hides the entry. */
  adminOnly?: boolean
}

const recordPage = (name: RecordType, icon: LucideIcon, load: Loader): ShellPage => {
  const title = getRecordHeading(name)
  return { path: `/${name}`, title, nav: { label: title, icon }, hasPrimaryAction: true, ...lazyPage(load) }
}

type NewDialog = NewDocument & { open: boolean; onClose: () => void }
type DocumentScreens = {
  icon: LucideIcon
  list: Loader
  /** The dialog that makes one, as the key N does on its page. */
  create: Loader<NewDialog>
  /** The customer's page. */
  open: Loader
} & Pick<AppPage, 'reachedFrom' | 'subtitle'>

/** Of each type of document. */
export const documentScreens: Readonly<Record<DocumentKind, DocumentScreens>> = {
  invoice: {
    icon: FileText,
    list: () => import('#web/features/invoices/invoices-page.tsx'),
    create: () => import('./new-invoice.tsx'),
    open: () => import('#web/features/payments/pay/pay-page.tsx'),
  },
  estimate: {
    icon: FilePen,
    subtitle: 'Manage your project estimates and quotes',
    list: () => import('#web/features/estimates/estimates-page.tsx'),
    create: () => import('#web/features/estimates/form/estimate-dialog.tsx'),
    open: () => import('#web/features/estimates/review/review-estimate-page.tsx'),
  },
  'credit-note': {
    icon: ReceiptText,
    list: () => import('#web/features/credit-notes/credit-notes-page.tsx'),
    create: () => import('#web/features/credit-notes/form/credit-note-dialog.tsx'),
    open: () => import('#web/features/credit-notes/public/credit-note-page.tsx'),
    // Most are made at their invoices.
    reachedFrom: '/invoices',
  },
}
const documentPages = documentKinds.map((kind): ShellPage => {
  const { icon, list, create: _, open: __, ...more } = documentScreens[kind]
  return { ...recordPage(`${kind}s`, icon, list), ...more }
})

export const booksPage: ShellPage = {
  path: '/books',
  aliases: booksTabs.map(({ path }) => path),
  title: 'Books',
  nav: { label: 'Books', icon: BookOpen },
  ...lazyPage(() => import('#web/features/books/books-page.tsx')),
}

/** In the order of the navigation. */
export const shellPages: readonly ShellPage[] = [
  {
    path: '/',
    aliases: ['/dashboard'],
    title: 'Dashboard',
    nav: { label: 'Dashboard', icon: LayoutDashboard },
    ...lazyPage(() => import('#web/features/dashboard/dashboard-page.tsx')),
  },
  ...documentPages.filter(({ reachedFrom }) => !reachedFrom),
  recordPage('customers', Users, () => import('#web/features/customers/customers-page.tsx')),
  recordPage('items', Package, () => import('#web/features/items/items-page.tsx')),
  recordPage('expenses', Receipt, () => import('#web/features/expenses/expenses-page.tsx')),
  {
    path: '/reports',
    title: 'Reports',
    nav: { label: 'Reports', icon: ChartColumn, headerMenu: { label: 'Reports', place: 2 } },
    ...lazyPage(() => import('#web/features/reports/reports-page.tsx')),
  },
  booksPage,
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

export const recurringInvoicesPage: AppPage = {
  path: recurringInvoicesPath,
  title: 'Recurring Invoices',
  tab: 'Recurring',
  hasPrimaryAction: true,
  reachedFrom: '/invoices',
  ...lazyPage(() => import('#web/features/recurring-invoices/recurring-invoices-page.tsx')),
}

const furtherPages = documentPages.filter(({ reachedFrom }) => reachedFrom)

const toEntry = ({ path, nav }: ShellPage) => ({ path, title: nav.label, icon: nav.icon })
export const getSearchablePages = (user: { isAdmin: boolean }) => [
  ...getNavPages(user).map(toEntry),
  { path: recurringInvoicesPage.path, title: recurringInvoicesPage.title, icon: Repeat },
  ...furtherPages.map(toEntry),
  { path: accountPage.path, title: accountPage.title, icon: CircleUser },
  ...booksTabs.map(({ path, label }) => ({ path, title: `Books: ${label}` })),
  { path: helpPage.path, title: helpPage.title },
]

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
  ...documentKinds.map((kind) => {
    const { publicPath, title } = documentInfo[kind]
    return { path: `${publicPath}/:id`, title: kind === 'invoice' ? 'Pay invoice' : title, ...lazyPage(documentScreens[kind].open) }
  }),
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

export const loadRecurringInvoice = () => import('#web/features/recurring-invoices/form/recurring-dialog.tsx')

export const loadShortcutsHelp = () => import('./shortcuts-help.tsx')

export const findRecordPage = (path: string): (typeof recordPages)[number] | undefined =>
  recordPages.find(({ below }) => getListPath(path) === below)

/** For a record, the page of its list. */
export const findPage = (path: string): AppPage | undefined => {
  const plain = trimTrailingSlash(path)
  const listPath = getListPath(path) ?? findBooksTab(plain)?.path ?? plain
  return [...shellPages, ...furtherPages, recurringInvoicesPage, accountPage, helpPage, designPage].find(
    (page) => page.path === listPath || page.aliases?.includes(listPath),
  )
}

/** The pages that share an entry of the navigation; none where it has one page. */
export const getTabs = ({ path, reachedFrom = path }: Pick<AppPage, 'path'> & { reachedFrom?: string }): readonly AppPage[] => {
  const further = [recurringInvoicesPage, ...furtherPages].filter((page) => page.reachedFrom === reachedFrom)
  return further.length > 0 ? [...shellPages.filter((page) => page.path === reachedFrom), ...further] : []
}

export const getHeading = ({ title, hasNoHeading }: Pick<AppPage, 'title' | 'hasNoHeading'>): string | undefined =>
  hasNoHeading ? undefined : title

export const findTitle = (path: string): string => {
  const tab = findBooksTab(trimTrailingSlash(path))
  return tab && tab.path !== booksPage.path ? tab.label : (findRecordPage(path) ?? findPage(path) ?? notFound).title
}
