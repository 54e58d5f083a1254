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

/** The facts of an invoice that entries are computed from. */
export type InvoiceFacts = {
  id: number
  number: string
  /** null for a deleted invoice whose customer is unknown. */
  customerId: number | null
  customerName: string
  dueDate: Day
  total: Cents
  tax: Cents
  /** Hundredths of a percent. */
  rate: number
  /** Neither a draft nor deleted. */
  isIssued: boolean
  isPaid: boolean
  /** All money ever received for it, refunded or not. */
  taken: Cents
}

/** The state of an invoice before or after an event. */
export type InvoiceBalance = {
  /** Its issue date is on or before this moment. False for drafts and deleted invoices. */
  isInvoiced: boolean
  /** Payments less refunds. */
  net: Cents
  /** Refunds. */
  refunded: Cents
}

export type ExpenseFacts = { id: number; category: string; description: string; vendor: string | null; amount: Cents }

/** An event that the journal has an entry for. `ref` is the id of the row: of the invoice, the payment, the payment return or the expense. */
export type JournalEvent = { ref: number; day: Day } & (
  | { kind: 'invoice'; invoice: InvoiceFacts; before: InvoiceBalance; after: InvoiceBalance }
  | { kind: 'payment' | 'refund'; invoice: InvoiceFacts; before: InvoiceBalance; after: InvoiceBalance; provider: string }
  | { kind: 'expense'; expense: ExpenseFacts }
)

/** Debits are positive, credits negative. */
export type Posting = { account: string; amount: Cents }
/** The postings of an entry sum to 0, and none of them is 0. */
export type Entry = { event: JournalEvent; postings: Posting[] }

/** tax × part / total, rounded half away from zero: the same as `taxShareSql`. */
export const computeTaxShare = (tax: Cents, part: Cents, total: Cents): Cents => (total === 0 ? zero : scale(tax, part, total))

/** The part of the refunds of a paid invoice that reduces the sale, because it is not invoiced again: the same as `salesReturnSql`. */
const computeSalesReturn = ({ isPaid, total, taken }: InvoiceFacts, refunded: Cents) =>
  isPaid ? Math.min(refunded, Math.max(total - taken + refunded, 0)) : 0

/** The income of an invoice up to a moment, with sales tax: what was invoiced (accrual), or what was paid of it (cash). */
const computeIncome = (invoice: InvoiceFacts, { isInvoiced, net, refunded }: InvoiceBalance, basis: Basis): Cents => {
  if (basis === 'accrual') return isInvoiced ? cents(invoice.total - computeSalesReturn(invoice, refunded)) : zero
  return invoice.isIssued ? cents(Math.min(Math.max(net, 0), invoice.total)) : zero
}

/** The balances of an invoice's accounts at a moment, except those of the money accounts. */
const computeBalances = (
  invoice: InvoiceFacts,
  balance: InvoiceBalance,
  basis: Basis,
): Record<'receivable' | 'credit' | 'sales' | 'tax', number> => {
  const income = computeIncome(invoice, balance, basis)
  const tax = computeTaxShare(invoice.tax, income, invoice.total)
  // On a cash basis income is never more than the money received, so nothing is receivable.
  const open = income - balance.net
  return { receivable: Math.max(open, 0), credit: Math.min(open, 0), sales: tax - income, tax: -tax }
}

const listPostings = (event: JournalEvent, basis: Basis): [account: string, amount: number][] => {
  if (event.kind === 'expense') {
    const { category, amount } = event.expense
    return [
      [getExpenseAccount(category), amount],
      [getMoneyAccount('manual'), -amount],
    ]
  }
  const { invoice, before, after } = event
  const [was, is] = [computeBalances(invoice, before, basis), computeBalances(invoice, after, basis)]
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
 * Builds the journal entry of an event. The balances of receivables, customer credit, sales and sales tax are closed formulas of the invoice's state,
 * and the entry is their change; so rounded cents never accumulate.
 * @returns null when no balance changes: for an invoice of $0.00, and for an issued invoice on a cash basis
 */
export const buildEntry = (event: JournalEvent, basis: Basis): Entry | null => {
  const postings = listPostings(event, basis)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount: cents(amount) }))
  return postings.length > 0 ? { event, postings } : null
}
