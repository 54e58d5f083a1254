import type { Day } from '#shared/dates.ts'
import { type Cents, cents, scale, zero } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import {
  customerCreditAccount,
  getCustomerAccount,
  getExpenseAccount,
  getMoneyAccount,
  receivablesAccount,
  salesAccount,
  taxAccount,
} from './accounts.ts'

/** What an invoice says, as far as the books ask. */
export type InvoiceFacts = {
  id: number
  number: string
  /** null for a deleted invoice whose customer nobody knows any more. */
  customerId: number | null
  customerName: string
  dueDate: Day
  total: Cents
  tax: Cents
  /** Hundredths of a percent. */
  rate: number
  /** It is neither a draft nor deleted. */
  isIssued: boolean
  isPaid: boolean
  /** All that was ever taken for it, whatever went back later. */
  taken: Cents
}

/** Where an invoice stands before or after an event. */
export type InvoiceBalance = {
  /** Its issue date has come. Never so for drafts, and for what is deleted. */
  isAsked: boolean
  /** What came, less what went back. */
  net: Cents
  /** What went back. */
  back: Cents
}

export type ExpenseFacts = { id: number; category: string; description: string; vendor: string | null; amount: Cents }

/** Something that happened to a document on a day; `ref` is the row's id: the invoice's, the payment's, the return's or the expense's. */
export type JournalEvent = { ref: number; day: Day } & (
  | { kind: 'invoice'; invoice: InvoiceFacts; before: InvoiceBalance; after: InvoiceBalance }
  | { kind: 'payment' | 'refund'; invoice: InvoiceFacts; before: InvoiceBalance; after: InvoiceBalance; provider: string }
  | { kind: 'expense'; expense: ExpenseFacts }
)

/** Debits are positive, credits negative. */
export type Posting = { account: string; amount: Cents }
/** Its postings come to 0, and none of them is 0. */
export type Entry = { event: JournalEvent; postings: Posting[] }

/** tax x part / total, rounded half away from zero: `taxShareSql` in code. */
export const computeTaxShare = (tax: Cents, part: Cents, total: Cents): Cents => (total === 0 ? zero : scale(tax, part, total))

/** `letGoSql` in code: what of the money that went back of a paid invoice isn't asked for again. */
const letGo = ({ isPaid, total, taken }: InvoiceFacts, back: Cents) => (isPaid ? Math.min(back, Math.max(total - taken + back, 0)) : 0)

/** What of an invoice is income by a moment, sales tax included: what is asked for, or what was paid of it. */
const incomeOf = (invoice: InvoiceFacts, { isAsked, net, back }: InvoiceBalance, basis: Basis): Cents => {
  if (basis === 'accrual') return isAsked ? cents(invoice.total - letGo(invoice, back)) : zero
  return invoice.isIssued ? cents(Math.min(Math.max(net, 0), invoice.total)) : zero
}

/** The balances that an invoice has made by a moment, beside those of the money itself. */
const standing = (
  invoice: InvoiceFacts,
  moment: InvoiceBalance,
  basis: Basis,
): Record<'receivable' | 'credit' | 'sales' | 'tax', number> => {
  const income = incomeOf(invoice, moment, basis)
  const tax = computeTaxShare(invoice.tax, income, invoice.total)
  // Money that isn't there can't be asked for on a cash basis: then income is never more than what came.
  const open = income - moment.net
  return { receivable: Math.max(open, 0), credit: Math.min(open, 0), sales: tax - income, tax: -tax }
}

const postingsOf = (event: JournalEvent, basis: Basis): [account: string, amount: number][] => {
  if (event.kind === 'expense') {
    const { category, amount } = event.expense
    return [
      [getExpenseAccount(category), amount],
      [getMoneyAccount('manual'), -amount],
    ]
  }
  const { invoice, before, after } = event
  const [was, is] = [standing(invoice, before, basis), standing(invoice, after, basis)]
  const money: [string, number][] = event.kind === 'invoice' ? [] : [[getMoneyAccount(event.provider), after.net - before.net]]
  return [
    ...money,
    [getCustomerAccount(receivablesAccount, invoice), is.receivable - was.receivable],
    [getCustomerAccount(customerCreditAccount, invoice), is.credit - was.credit],
    [salesAccount, is.sales - was.sales],
    [taxAccount, is.tax - was.tax],
  ]
}

/**
 * The double-entry journal, an entry an event: this is all of it. Balances of receivables, customers' credit, sales and sales tax follow from where the
 * invoice stands by closed formulas, and an entry is how they change; so rounded cents never add up to something else.
 * @returns null when nothing moves: an invoice of $0.00, or one that is issued, on a cash basis
 */
export const buildEntry = (event: JournalEvent, basis: Basis): Entry | null => {
  const postings = postingsOf(event, basis)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount: cents(amount) }))
  return postings.length > 0 ? { event, postings } : null
}
