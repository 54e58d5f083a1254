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

/** The lines of an invoice with the same tax rate. */
export type TaxGroup = {
  /** The rate that the lines name; null for none. */
  taxRateId: number | null
  /** Without a rate: the percentage of the whole invoice as a decimal with four digits; null for none. */
  percent: string | null
  /** What is taxed, with its share of the discount and the charges. */
  net: Cents
  /** The components of the rate by their place in it; one without a place for the percentage of the whole invoice. */
  taxes: readonly { component: number | null; percent: string | null; amount: Cents }[]
}

/** An invoice as the ledger sees it, with all of its payments and refunds. */
export type InvoiceFacts = {
  id: number
  number: string
  /** null for a deleted invoice whose customer is unknown. */
  customerId: number | null
  customerName: string
  issueDate: Day
  /** Of the groups' nets, their taxes and the rounding. */
  total: Cents
  groups: readonly TaxGroup[]
  rounding: Cents
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

/** The tax of a line of sales or sales tax; see the columns of `journal_lines`. */
export type LineTax = { taxRateId: number | null; taxComponent: number | null; taxPercent: string | null }
const noTax: LineTax = { taxRateId: null, taxComponent: null, taxPercent: null }

/** A line of an entry: moves an amount from the account that is credited to the one that is debited. */
export type EntryLine = { basis: Basis; debit: number; credit: number; amount: Cents; customerId: number | null } & LineTax

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

/** amount × part / total, rounded half away from zero. Of an invoice of zero all is income at once. */
export const computeShare = (amount: Cents, part: Cents, total: Cents): Cents => (total === 0 ? amount : scale(amount, part, total))

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

/** The change of an account: debits are positive, credits negative. `tax` is null where the lines of an account have none. */
type Change = { account: number; amount: number; tax: LineTax | null }

/** The net, the taxes and the rounding that a part of the total stands for. Each is the difference of sums up to it, so that parts never add up to more. */
const splitIncome = ({ groups, rounding, total }: InvoiceFacts, income: Cents) => {
  const taxes = groups.map((group) => group.taxes.map(({ amount }) => computeShare(amount, income, total)))
  const rounded = computeShare(rounding, income, total)
  // The nets take the rest.
  const net = cents(income - taxes.flat().reduce((sum, tax) => sum + tax, 0) - rounded)
  let [full, done] = [0, 0]
  const nets = groups.map((group, i) => {
    full += group.net
    const sum = i === groups.length - 1 ? net : computeShare(cents(full), income, total)
    const share = sum - done
    done = sum
    return share
  })
  return { taxes, nets, rounded }
}

/** The balances of an invoice's accounts at a moment, except those of the money accounts. */
const computeBalances = (invoice: InvoiceFacts, state: InvoiceState, basis: Basis): Change[] => {
  const income = computeIncome(invoice, state, basis)
  // On a cash basis income is never more than the money received, so nothing is receivable.
  const open = income - state.net
  const isEarned = invoice.total !== 0 || state.isInvoiced
  const { taxes, nets, rounded } = isEarned ? splitIncome(invoice, income) : { taxes: [], nets: [], rounded: zero }
  return [
    { account: accountNumbers.receivable, amount: Math.max(open, 0), tax: null },
    { account: accountNumbers.customerCredit, amount: Math.min(open, 0), tax: null },
    ...invoice.groups.flatMap(({ taxRateId, percent, taxes: components }, i): Change[] => [
      {
        account: getIncomeAccount(invoice, basis),
        amount: -(nets[i] ?? 0),
        tax: { taxRateId, taxComponent: null, taxPercent: percent },
      },
      ...components.map(
        ({ component, percent: taxPercent }, j): Change => ({
          account: accountNumbers.salesTaxPayable,
          amount: -(taxes[i]?.[j] ?? 0),
          tax: { taxRateId, taxComponent: component, taxPercent },
        }),
      ),
    ]),
    { account: accountNumbers.rounding, amount: -rounded, tax: null },
  ]
}

type PairedLine = Pick<EntryLine, 'debit' | 'credit' | 'amount'> & LineTax
const isSameTax = (a: LineTax, b: LineTax) =>
  a.taxRateId === b.taxRateId && a.taxComponent === b.taxComponent && a.taxPercent === b.taxPercent

/**
 * Pairs debits with credits, in their order. The changes sum to zero. A line has one tax: what moves between two, such as a cent from a group of lines to
 * another one, goes through the receivables.
 */
const pairChanges = (changes: readonly Change[]): PairedLine[] => {
  const lines: PairedLine[] = []
  const credits = changes.filter(({ amount }) => amount < 0).map((change) => ({ ...change, left: -change.amount }))
  for (const { account, amount, tax } of changes) {
    let left = amount
    for (const credit of credits) {
      const part = cents(Math.min(left, credit.left))
      if (part <= 0) continue
      if (tax && credit.tax && (account === credit.account || !isSameTax(tax, credit.tax)))
        lines.push(
          { debit: account, credit: accountNumbers.receivable, amount: part, ...tax },
          { debit: accountNumbers.receivable, credit: credit.account, amount: part, ...credit.tax },
        )
      else lines.push({ debit: account, credit: credit.account, amount: part, ...(tax ?? credit.tax ?? noTax) })
      left -= part
      credit.left -= part
    }
  }
  return lines
}

type Step = { was: InvoiceState; is: InvoiceState; provider?: string }

/** The lines of both bases for a change of an invoice's state. */
const buildLines = (invoice: InvoiceFacts, { was, is, provider }: Step): EntryLine[] =>
  bases.flatMap((basis) => {
    const before = computeBalances(invoice, was, basis)
    const changes = computeBalances(invoice, is, basis).map((change, i) => ({ ...change, amount: change.amount - before[i]!.amount }))
    if (provider !== undefined) changes.unshift({ account: getMoneyAccount(provider), amount: is.net - was.net, tax: null })
    return pairChanges(changes).map((line) => ({ basis, ...line, customerId: invoice.customerId }))
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
        ...noTax,
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
  const line = { debit: getExpenseAccount(category), credit: accountNumbers.bank, amount, customerId, ...noTax }
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
