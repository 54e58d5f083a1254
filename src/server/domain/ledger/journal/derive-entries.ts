import { accountNumbers, getExpenseAccount, getMoneyAccount } from '#shared/accounts.ts'
import type { EntryKind } from '#shared/books.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, scale, zero } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { type Basis, bases } from '#shared/reports.ts'

/** A payment or a refund. `amount` is positive; that of a refund that failed and came back is negative. `sourceId` is the id of the payment or the return. */
export type Movement = {
  kind: 'payment' | 'refund'
  sourceId: number
  day: Day
  amount: Cents
  provider: string
  /** What the provider kept of a payment. */
  fee: Cents
}

/** An invoice as the ledger sees it, with all of its payments and refunds. */
export type InvoiceFacts = {
  id: number
  number: string
  /** null for a deleted invoice whose customer is unknown. */
  customerId: number | null
  customerName: string
  issueDate: Day
  total: Cents
  tax: Cents
  /** The rate as a decimal with four digits; null for none. */
  taxPercent: string | null
  /** Neither a draft nor deleted. */
  isIssued: boolean
  isPaid: boolean
  isOpeningBalance: boolean
  movements: readonly Movement[]
}

export type ExpenseFacts = {
  id: number
  day: Day
  category: string
  description: string
  vendor: string | null
  amount: Cents
  customerId: number | null
}

/** A line of an entry: moves an amount from the account that is credited to the one that is debited. */
export type EntryLine = { basis: Basis; debit: number; credit: number; amount: Cents; customerId: number | null; taxPercent: string | null }

/** An entry of the journal; at least one line. `day` is the day of the event. */
export type Entry = {
  kind: EntryKind
  /** The id of the invoice, the payment (also of its fee), the payment return or the expense. */
  sourceId: number
  /** The invoice; null for expenses. */
  documentId: number | null
  day: Day
  reference: string | null
  name: string | null
  description: string
  lines: EntryLine[]
}

/** The state of an invoice at a moment. */
type InvoiceState = {
  /** Its issue date is on or before this moment. False for drafts and deleted invoices. */
  isInvoiced: boolean
  /** Payments less refunds. */
  net: Cents
  /** Refunds. */
  refunded: Cents
}

/** tax × part / total, rounded half away from zero. */
export const computeTaxShare = (tax: Cents, part: Cents, total: Cents): Cents => (total === 0 ? zero : scale(tax, part, total))

const sumPayments = (movements: readonly Movement[]) =>
  movements.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : 0), 0)

/**
 * The part of the refunds of a paid invoice that reduces the sale, because it is not invoiced again. What was paid beyond the total is refunded first. An
 * invoice that is not paid asks for the refunded money again, so its sale is not reduced.
 */
const computeSalesReturn = ({ isPaid, total, movements }: InvoiceFacts, refunded: Cents) =>
  isPaid ? Math.min(refunded, Math.max(total - sumPayments(movements) + refunded, 0)) : 0

/** The income of an invoice up to a moment, with sales tax: what was invoiced (accrual), or what was paid of it (cash). */
const computeIncome = (invoice: InvoiceFacts, { isInvoiced, net, refunded }: InvoiceState, basis: Basis): Cents => {
  if (basis === 'accrual') return isInvoiced ? cents(invoice.total - computeSalesReturn(invoice, refunded)) : zero
  return invoice.isIssued ? cents(Math.min(Math.max(net, 0), invoice.total)) : zero
}

/** The account of an invoice's income. What was owed when the business moved in is no sale, but its payment is income on a cash basis. */
const getIncomeAccount = ({ isOpeningBalance }: InvoiceFacts, basis: Basis) =>
  isOpeningBalance && basis === 'accrual' ? accountNumbers.openingBalanceEquity : accountNumbers.sales

/** The change of an account: debits are positive, credits negative. */
type Change = { account: number; amount: number }

/** The balances of an invoice's accounts at a moment, except those of the money accounts. */
const computeBalances = (invoice: InvoiceFacts, state: InvoiceState, basis: Basis): Change[] => {
  const income = computeIncome(invoice, state, basis)
  const tax = computeTaxShare(invoice.tax, income, invoice.total)
  // On a cash basis income is never more than the money received, so nothing is receivable.
  const open = income - state.net
  return [
    { account: accountNumbers.receivable, amount: Math.max(open, 0) },
    { account: accountNumbers.customerCredit, amount: Math.min(open, 0) },
    { account: getIncomeAccount(invoice, basis), amount: tax - income },
    { account: accountNumbers.salesTaxPayable, amount: -tax },
  ]
}

/** Pairs debits with credits, in their order. The changes sum to zero. */
const pairChanges = (changes: readonly Change[]): Pick<EntryLine, 'debit' | 'credit' | 'amount'>[] => {
  const lines: Pick<EntryLine, 'debit' | 'credit' | 'amount'>[] = []
  const credits = changes.filter(({ amount }) => amount < 0).map(({ account, amount }) => ({ account, left: -amount }))
  for (const { account, amount } of changes) {
    let left = amount
    for (const credit of credits) {
      const part = Math.min(left, credit.left)
      if (part <= 0) continue
      lines.push({ debit: account, credit: credit.account, amount: cents(part) })
      left -= part
      credit.left -= part
    }
  }
  return lines
}

const isTaxed = (account: number) => account === accountNumbers.sales || account === accountNumbers.salesTaxPayable

type Step = { was: InvoiceState; is: InvoiceState; provider?: string }

/** The lines of both bases for a change of an invoice's state. */
const buildLines = (invoice: InvoiceFacts, { was, is, provider }: Step): EntryLine[] =>
  bases.flatMap((basis) => {
    const before = computeBalances(invoice, was, basis)
    const changes = computeBalances(invoice, is, basis).map(({ account, amount }, i) => ({ account, amount: amount - before[i]!.amount }))
    if (provider !== undefined) changes.unshift({ account: getMoneyAccount(provider), amount: is.net - was.net })
    return pairChanges(changes).map((line) => ({
      basis,
      ...line,
      customerId: invoice.customerId,
      taxPercent: isTaxed(line.debit) || isTaxed(line.credit) ? invoice.taxPercent : null,
    }))
  })

const describe: Record<Exclude<EntryKind, 'expense' | 'fee'>, (number: string) => string> = {
  invoice: (number) => `Invoice ${number}`,
  opening: (number) => `Opening balance ${number}`,
  payment: (number) => `Payment of ${number}`,
  refund: (number) => `Refund of ${number}`,
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** On the same day payments come before refunds, which is the alphabetical order of the kinds. */
export const compareMovements = (a: Movement, b: Movement) =>
  compareText(a.day, b.day) || compareText(a.kind, b.kind) || a.sourceId - b.sourceId

/**
 * Derives the entries that must stand in the journal for an invoice: one for its issue, one for each payment and refund, and one for each fee. The balances
 * of its accounts are closed formulas of its state, and an entry is their change; so rounded cents never accumulate. A draft without payments has none, and
 * neither has an event that changes no balance.
 */
export const deriveInvoiceEntries = (invoice: InvoiceFacts): Entry[] => {
  const entries: Entry[] = []
  const common = { documentId: invoice.id, reference: invoice.number, name: invoice.customerName }
  const add = (kind: Exclude<EntryKind, 'expense'>, sourceId: number, day: Day, description: string, lines: EntryLine[]) => {
    if (lines.length > 0) entries.push({ kind, sourceId, day, ...common, description, lines })
  }
  let state: InvoiceState = { isInvoiced: false, net: zero, refunded: zero }
  const refundedBefore: Movement[] = []
  const issue = () => {
    const kind = invoice.isOpeningBalance ? 'opening' : 'invoice'
    const { net } = state
    const issued = { isInvoiced: true, net, refunded: zero }
    add(
      kind,
      invoice.id,
      invoice.issueDate,
      describe[kind](invoice.number),
      buildLines(invoice, { was: { ...issued, isInvoiced: false }, is: issued }),
    )
    state = issued
    // What was refunded before can reduce the sale only now that there is one.
    for (const { sourceId, amount } of refundedBefore) {
      const is = { ...state, refunded: cents(state.refunded + amount) }
      add('refund', sourceId, invoice.issueDate, describe.refund(invoice.number), buildLines(invoice, { was: state, is }))
      state = is
    }
  }
  const move = (movement: Movement) => {
    const { kind, sourceId, day, amount, provider, fee } = movement
    const is =
      kind === 'payment'
        ? { ...state, net: cents(state.net + amount) }
        : { ...state, net: cents(state.net - amount), refunded: cents(state.refunded + amount) }
    add(kind, sourceId, day, describe[kind](invoice.number), buildLines(invoice, { was: state, is, provider }))
    state = is
    if (kind === 'refund') refundedBefore.push(movement)
    if (fee > 0) {
      const line = {
        debit: accountNumbers.paymentFees,
        credit: getMoneyAccount(provider),
        amount: fee,
        customerId: invoice.customerId,
        taxPercent: null,
      }
      const words = `${providerLabels[provider as ProviderName]} fee for ${invoice.number}`
      add(
        'fee',
        sourceId,
        day,
        words,
        bases.map((basis) => ({ basis, ...line })),
      )
    }
  }
  const movements = invoice.movements.toSorted(compareMovements)
  const isBefore = ({ day }: Movement) => !invoice.isIssued || day < invoice.issueDate
  for (const movement of movements.filter(isBefore)) move(movement)
  if (invoice.isIssued) issue()
  for (const movement of movements.filter((each) => !isBefore(each))) move(movement)
  return entries
}

/** Derives the entry of an expense, which is paid from the bank; none for an expense of zero. */
export const deriveExpenseEntries = (expense: ExpenseFacts): Entry[] => {
  const { id, day, category, description, vendor, amount, customerId } = expense
  if (amount === 0) return []
  const line = { debit: getExpenseAccount(category), credit: accountNumbers.bank, amount, customerId, taxPercent: null }
  return [
    {
      kind: 'expense',
      sourceId: id,
      documentId: null,
      day,
      reference: null,
      name: vendor || null,
      description,
      lines: bases.map((basis) => ({ basis, ...line })),
    },
  ]
}
