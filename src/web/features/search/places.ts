import { recurringInvoicesPath } from '#shared/paths.ts'
import { type ReportType, reportTitles } from '#shared/reports.ts'

/** The plain words for what a page of the navigation has. */
export const pageWords: Readonly<Record<string, string>> = {
  '/invoices': 'bill send remind deposit retainer instalment installment schedule write-off refund credit',
  [recurringInvoicesPath]: 'repeat subscription retainer schedule',
  '/credit-notes': 'refund correction credit memo',
  '/estimates': 'quote proposal offer deposit',
  '/customers': 'client contact prepayment transfer',
  '/items': 'product service price',
  '/expenses': 'cost receipt spending purchase',
  '/reports': 'profit loss revenue tax figures',
  '/books': 'accounting ledger journal bookkeeping',
  '/business-profile': 'settings company',
  '/account': 'my own security',
  '/subscribe': 'plan upgrade price',
  '/billing': 'plan subscription cancel payment method',
  '/help': 'support questions deposit instalment installment late fee write-off',
}

type Place = { label: string; path: string; words: string }

const settings = (section: string, label: string, words: string): Place => ({
  label: `Business Profile: ${label}`,
  path: `/business-profile?section=${section}`,
  words: `settings ${words}`,
})
const account = (section: string, label: string, words: string): Place => ({
  label: `Account: ${label}`,
  path: `/account?section=${section}`,
  words: `settings change my own ${words}`,
})
const report = (type: ReportType, words: string): Place => ({
  label: reportTitles[type],
  path: `/reports?type=${type}`,
  words: `report ${words}`,
})

/** What has no entry in the navigation. */
export const places: readonly Place[] = [
  {
    label: 'Record an entry in the books',
    path: '/books?open=new',
    words: 'manual journal entry owner drawing draw withdrawal contribution loan bank fee interest transfer sales tax payment new add',
  },
  settings('address', 'Address', 'street city country'),
  settings('design', 'Design', 'theme color logo template pdf language page size'),
  settings('defaults', 'Defaults', 'terms notes due days time zone'),
  settings('numbers', 'Numbers', 'prefix counter numbering'),
  settings('payments', 'Payments', 'stripe paypal card keys online'),
  settings('taxes', 'Taxes', 'vat gst sales rate id number'),
  settings('currencies', 'Currencies', 'exchange rate euro dollar'),
  settings('reminders', 'Reminders', 'late fee dunning overdue chase'),
  settings('statements', 'Statements', 'monthly customer'),
  account('email', 'Email', 'address login'),
  account('password', 'Password', 'security sign-in'),
  account('two-factor', 'Two-factor sign-in', '2fa authenticator security'),
  account('sessions', 'Where you are signed in', 'devices sessions log out'),
  account('tokens', 'API tokens', 'key developer'),
  account('activity', 'Security activity', 'sign-ins log'),
  account('data', 'Your data', 'export download backup'),
  account('delete', 'Delete my account', 'close remove'),
  report('profit-loss', 'p&l income earnings result'),
  report('sales-tax', 'vat gst return'),
  report('receivables', 'overdue debt unpaid owed aging'),
  report('statement', 'account balance'),
  report('revenue', 'sales income turnover'),
  report('expenses', 'costs spending'),
  report('customer', 'client revenue'),
  report('invoice', 'issued paid'),
  { label: 'Overdue invoices', path: '/invoices?status=overdue&sort=dueDate', words: 'late unpaid remind reminder chase follow up' },
  { label: 'Draft invoices', path: '/invoices?status=draft', words: 'unsent' },
  { label: 'Paid invoices', path: '/invoices?status=paid', words: 'refund money back receipt' },
]
