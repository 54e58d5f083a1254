import { accountNumbers, getExpenseAccount, getMoneyAccount } from '#shared/accounts.ts'
import type { EntryKind } from '#shared/books.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { toHome } from '#shared/exchange-rates.ts'
import { type Amount, type HomeAmount, homeZero, scale, sum, toAmount, toHomeAmount, zero } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { subtractCreditNotes } from './credit-notes.ts'
import type { CreditNote, ExpenseFacts, InvoiceFacts, Movement, TaxGroup } from './facts.ts'
import { getIncomeAccount, sumDeducted } from './income-account.ts'
import { type Change, noTax, type PairedLine, pairChanges } from './pair-changes.ts'
import { computeWithheld } from './withheld.ts'
import {
  addWriteOff,
  divideTaxPart,
  laterOf,
  listWriteOffEvents,
  nothingWrittenOff,
  sumStanding,
  type WriteOffEvent,
  type WrittenOff,
} from './write-off-events.ts'

export type EntryLine = PairedLine & { basis: Basis; customerId: number | null }

/** At least one line. `day` is the day of the event. */
export type Entry = {
  kind: EntryKind
  /** The id of the invoice, the payment (also of its fee), the payment return, the expense, the manual entry, the write-off, the credit note, the application or the refund of credit. */
  sourceId: number
  /** The invoice, or the credit note without one; null for expenses and manual entries. */
  documentId: number | null
  day: Day
  reference: string | null
  name: string | null
  description: string
  lines: EntryLine[]
}

type InvoiceState = {
  /** Its issue date is on or before this moment. False for drafts and deleted invoices. */
  isInvoiced: boolean
  /** Payments less refunds. */
  net: Amount
  refunded: Amount
  /** What the payments less the refunds were worth in the home currency, each at its own rate. Below zero where refunds took more than the payments gave. */
  money: HomeAmount
  creditNotes: readonly CreditNote[]
} & WrittenOff
const initialState: InvoiceState = {
  ...{ isInvoiced: false, net: zero, refunded: zero, money: homeZero, creditNotes: [] },
  ...nothingWrittenOff,
}

/** amount × part / total, rounded half away from zero. Of an invoice of zero all is income at once. */
export const computeShare = (amount: HomeAmount, part: number, total: number, homeCurrency: Currency): HomeAmount =>
  total === 0 ? amount : scale(amount, total < 0 ? -part : part, Math.abs(total), homeCurrency)

const sumReceived = (movements: readonly Movement[]) => sum(movements.filter(({ kind }) => kind !== 'refund').map(({ amount }) => amount))

/**
 * The part of the refunds of a paid invoice that reduces the sale, because it is not invoiced again. What was paid beyond the total is
 * refunded first. An invoice that is not paid asks for the refunded money again, so its sale is not reduced; neither is it by what was
 * refunded and then written off.
 */
const computeSalesReturn = ({ isPaid, total, withheld, movements, writeOffs }: InvoiceFacts, refunded: Amount) =>
  isPaid ? Math.min(refunded, Math.max(total - withheld - sumReceived(movements) - sumStanding(writeOffs) + refunded, 0)) : 0

/** The part of the total that is settled: between zero and the total, which is negative for a credit note. */
const computeSettled = ({ total }: InvoiceFacts, settled: number) =>
  toAmount(Math.min(Math.max(settled, Math.min(total, 0)), Math.max(total, 0)))

/** With sales tax, in the invoice's currency: what was invoiced (accrual), or what was paid of it (cash). */
const computeIncome = (invoice: InvoiceFacts, state: InvoiceState, basis: Basis): Amount => {
  if (basis === 'accrual') return state.isInvoiced ? toAmount(invoice.total - computeSalesReturn(invoice, state.refunded)) : zero
  return invoice.isIssued ? computeSettled(invoice, state.net + computeWithheld(invoice, state, basis)) : zero
}

/**
 * What a part of the total is in the home currency. An invoice of zero counts when it is issued. What is applied of a credit note is worth the difference of
 * what is left of it before and after, as it is for the invoice that gets it.
 */
const convertPart = (invoice: InvoiceFacts, { isInvoiced }: InvoiceState, part: Amount): HomeAmount => {
  const { total, homeTotal, homeCurrency } = invoice
  if (total < 0) return toHomeAmount(homeTotal - computeShare(homeTotal, total - part, total, homeCurrency))
  return total === 0 && !isInvoiced ? homeZero : computeShare(homeTotal, part, total, homeCurrency)
}

/**
 * What the money received, what is written off and what is withheld stand for in the home currency at the invoice's rate, whatever the
 * money was worth when it came: their part of the total, and credit for the rest. The difference is an exchange gain or loss. While the
 * rate is unknown there is none before all of it went back.
 */
const convertSettled = (invoice: InvoiceFacts, state: InvoiceState, withheld: Amount): HomeAmount => {
  if (invoice.exchangeRate === null) return state.net === 0 ? homeZero : state.money
  const all = state.net + state.writtenOff + withheld
  const settled = computeSettled(invoice, all)
  const credit = toHome(toAmount(all - settled), invoice.exchangeRate, invoice.homeCurrency)
  return toHomeAmount(convertPart(invoice, state, settled) + credit)
}

/** The net, the taxes and the rounding that a part of the total stands for. Each is the difference of sums up to it, so that parts never add up to more. */
const splitIncome = ({ groups, rounding, homeTotal, homeCurrency }: InvoiceFacts, income: HomeAmount) => {
  const taxes = groups.map((group) => group.taxes.map(({ amount }) => computeShare(amount, income, homeTotal, homeCurrency)))
  const rounded = computeShare(rounding, income, homeTotal, homeCurrency)
  // The nets take the rest.
  const net = toHomeAmount(income - sum(taxes.flat()) - rounded)
  let [full, done] = [0, 0]
  const nets = groups.map((group, i) => {
    full += group.net
    const sum = i === groups.length - 1 ? net : computeShare(toHomeAmount(full), income, homeTotal, homeCurrency)
    const share = sum - done
    done = sum
    return share
  })
  return { taxes, nets, rounded }
}

/** All but the money accounts. On a cash basis what is written off was never income. */
const computeBalances = (issued: InvoiceFacts, accrued: InvoiceState, basis: Basis): Change[] => {
  const invoice = subtractCreditNotes(issued, accrued.creditNotes)
  const state = basis === 'cash' ? { ...accrued, ...nothingWrittenOff } : accrued
  const currencyIncome = computeIncome(invoice, state, basis)
  const income = basis === 'accrual' && !state.isInvoiced ? homeZero : convertPart(invoice, state, currencyIncome)
  const withheld = computeWithheld(invoice, state, basis)
  const homeWithheld = withheld === 0 ? homeZero : computeShare(invoice.homeTotal, withheld, invoice.total, invoice.homeCurrency)
  const settled = convertSettled(invoice, state, withheld)
  // On a cash basis income is never more than the money received, so nothing is receivable.
  const currencyOpen = currencyIncome - state.net - state.writtenOff - withheld
  const open = income - settled
  const [receivable, credit] = currencyOpen < 0 ? [0, open] : [open, 0]
  const isEarned = invoice.homeTotal !== 0 || state.isInvoiced
  const takenBack = divideTaxPart(
    issued.groups.flatMap(({ taxes: components }) => components.map(({ amount }) => amount)),
    { ...issued, part: state.taxWrittenOff },
  )
  let nthTax = 0
  // On an accrual basis a deducted deposit becomes income; on a cash basis its payment was.
  const earned = (group: TaxGroup) => (basis === 'accrual' && state.isInvoiced ? sumDeducted(invoice.deductions, group) : 0)
  // What was owed when the business moved in was declared before, with its tax.
  const isDeclared = invoice.isOpeningBalance && basis === 'accrual'
  const undivided = { taxes: [], nets: [isEarned ? income : homeZero], rounded: homeZero }
  const { taxes, nets, rounded } = isEarned && !isDeclared ? splitIncome(invoice, income) : undivided
  return [
    { account: accountNumbers.receivable, amount: receivable, currencyAmount: Math.max(currencyOpen, 0), tax: null },
    { account: accountNumbers.customerCredit, amount: credit, currencyAmount: Math.min(currencyOpen, 0), tax: null },
    { account: accountNumbers.withholdingReceivable, amount: homeWithheld, tax: null },
    ...invoice.groups.flatMap((group, i): Change[] => [
      {
        account: getIncomeAccount(invoice, group, basis),
        amount: -(nets[i] ?? 0) - earned(group),
        tax: { taxRateId: group.taxRateId, taxComponent: null, taxPercent: group.percent },
      },
      ...group.taxes.map(
        ({ component, percent: taxPercent }, j): Change => ({
          account: accountNumbers.salesTaxPayable,
          amount: takenBack[nthTax++]! - (taxes[i]?.[j] ?? 0),
          tax: { taxRateId: group.taxRateId, taxComponent: component, taxPercent },
        }),
      ),
    ]),
    { account: accountNumbers.rounding, amount: -rounded, tax: null },
    ...invoice.groups.map(
      (group): Change => ({
        account: accountNumbers.deposits,
        amount: earned(group),
        tax: { taxRateId: group.taxRateId, taxComponent: null, taxPercent: group.percent },
      }),
    ),
    { account: accountNumbers.badDebts, amount: state.homeWrittenOff - sum(takenBack), tax: null },
    { account: accountNumbers.exchangeDifference, amount: settled - state.money - state.homeWrittenOff - homeWithheld, tax: null },
  ]
}

/** Credit that moves between two invoices goes through the account of credit. */
const addToCredit = (changes: Change[], amount: number, currencyAmount: number) => {
  const i = changes.findIndex(({ account }) => account === accountNumbers.customerCredit)
  const credit = changes[i]!
  changes[i] = { ...credit, amount: credit.amount + amount, currencyAmount: (credit.currencyAmount ?? 0) + currencyAmount }
}

type Step = { was: InvoiceState; is: InvoiceState; provider?: string }

const buildLines = (invoice: InvoiceFacts, { was, is, provider }: Step): EntryLine[] =>
  bases.flatMap((basis) => {
    const before = computeBalances(invoice, was, basis)
    const changes = computeBalances(invoice, is, basis).map(
      (change, i): Change => ({
        ...change,
        amount: change.amount - before[i]!.amount,
        currencyAmount: (change.currencyAmount ?? 0) - (before[i]!.currencyAmount ?? 0),
      }),
    )
    if (provider === 'credit') addToCredit(changes, is.money - was.money, is.net - was.net)
    else if (provider !== undefined) changes.unshift({ account: getMoneyAccount(provider), amount: is.money - was.money, tax: null })
    return pairChanges(changes, invoice).map((line) => ({ basis, ...line, customerId: invoice.customerId }))
  })

type DocumentEvent = Exclude<EntryKind, 'expense' | 'manual'>
const describe: Record<Exclude<DocumentEvent, 'fee'>, (number: string) => string> = {
  invoice: (number) => `Invoice ${number}`,
  opening: (number) => `Opening balance ${number}`,
  'credit note': (number) => `Credit note ${number}`,
  payment: (number) => `Payment of ${number}`,
  refund: (number) => `Refund of ${number}`,
  'write-off': (number) => `Write-off of ${number}`,
  'write-off reversal': (number) => `Write-off of ${number} undone`,
  'credit application': (number) => `Credit applied to ${number}`,
  'credit application reversal': (number) => `Credit applied to ${number}, undone`,
  'credit refund': (number) => `Refund of ${number}`,
  'credit refund reversal': (number) => `Refund of ${number} undone`,
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const movementKinds: readonly Movement['kind'][] = [
  ...(['payment', 'refund', 'credit application', 'credit application reversal', 'credit refund', 'credit refund reversal'] as const),
]
/** On the same day payments come before refunds, and both before credit. */
export const compareMovements = (a: Pick<Movement, 'day' | 'kind' | 'sourceId'>, b: Pick<Movement, 'day' | 'kind' | 'sourceId'>) =>
  compareText(a.day, b.day) || movementKinds.indexOf(a.kind) - movementKinds.indexOf(b.kind) || a.sourceId - b.sourceId

/**
 * The balances of an invoice's accounts are closed formulas of its state, and an entry is their change; so rounded cents never accumulate.
 * A draft without payments has no entry, and neither has an event that changes no balance.
 */
export const deriveInvoiceEntries = (invoice: InvoiceFacts): Entry[] => {
  const entries: Entry[] = []
  const common = { documentId: invoice.id, name: invoice.customerName }
  const add = (
    kind: DocumentEvent,
    ...[sourceId, day, description, lines, reference = invoice.number]: [number, Day, string, EntryLine[], string?]
  ) => {
    if (lines.length > 0) entries.push({ kind, sourceId, day, ...common, reference, description, lines })
  }
  let state = initialState
  const refundedBefore: Movement[] = []
  const issue = () => {
    const kind = invoice.isOpeningBalance ? 'opening' : invoice.total < 0 ? 'credit note' : 'invoice'
    const issued = { ...state, isInvoiced: true, refunded: zero }
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
      const is = { ...state, refunded: toAmount(state.refunded + amount) }
      add('refund', sourceId, invoice.issueDate, describe.refund(invoice.number), buildLines(invoice, { was: state, is }))
      state = is
    }
  }
  const move = (movement: Movement) => {
    const { kind, sourceId, day, amount, homeAmount, provider, fee } = movement
    const is =
      kind !== 'refund'
        ? { ...state, net: toAmount(state.net + amount), money: toHomeAmount(state.money + homeAmount) }
        : {
            ...state,
            net: toAmount(state.net - amount),
            refunded: toAmount(state.refunded + amount),
            money: toHomeAmount(state.money - homeAmount),
          }
    add(kind, sourceId, day, describe[kind](invoice.number), buildLines(invoice, { was: state, is, provider }))
    state = is
    if (kind === 'refund') refundedBefore.push(movement)
    if (fee > 0) {
      const line = {
        debit: accountNumbers.paymentFees,
        credit: getMoneyAccount(provider),
        amount: fee,
        customerId: invoice.customerId,
        ...{ currency: null, currencyAmount: null, ...noTax },
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
  const writeOff = (event: WriteOffEvent) => {
    const is = { ...state, ...addWriteOff(state, event) }
    add(event.kind, event.sourceId, event.day, describe[event.kind](invoice.number), buildLines(invoice, { was: state, is }))
    state = is
  }
  const creditNote = (note: CreditNote, day: Day) => {
    const is = { ...state, creditNotes: [...state.creditNotes, note] }
    const lines = buildLines(invoice, { was: state, is })
    add('credit note', note.id, day, `${describe['credit note'](note.number)} for ${invoice.number}`, lines, note.number)
    state = is
  }
  const movements = invoice.movements.toSorted(compareMovements)
  const isBefore = ({ day }: Movement) => !invoice.isIssued || day < invoice.issueDate
  for (const movement of movements.filter(isBefore)) move(movement)
  if (!invoice.isIssued) return entries
  issue()
  // On the same day credit notes come first; and a write-off that money undid is undone first, so that the receivable is there to be paid.
  type Event = { day: Day; apply: () => void }
  const events: Event[] = [
    ...invoice.creditNotes.map((note) => {
      const day = laterOf(note.day, invoice.issueDate)
      return { day, apply: () => creditNote(note, day) }
    }),
    ...listWriteOffEvents(invoice.writeOffs, invoice.issueDate).map((event) => ({ day: event.day, apply: () => writeOff(event) })),
    ...movements.filter((each) => !isBefore(each)).map((each) => ({ day: each.day, apply: () => move(each) })),
  ]
  for (const { apply } of events.toSorted((a, b) => compareText(a.day, b.day))) apply()
  return entries
}

/** It is paid from the bank; a refund, which is below zero, comes back there. */
export const deriveExpenseEntries = (expense: ExpenseFacts): Entry[] => {
  const { id, day, category, description, vendor, amount, customerId } = expense
  const [debit, credit] =
    amount > 0 ? [getExpenseAccount(category), accountNumbers.bank] : [accountNumbers.bank, getExpenseAccount(category)]
  const line = {
    ...{ debit, credit, amount: toHomeAmount(Math.abs(amount)) },
    customerId,
    currency: null,
    currencyAmount: null,
    ...noTax,
  }
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
