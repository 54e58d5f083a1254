import type { ExpenseFacts, InvoiceBalance, InvoiceFacts, JournalEvent } from '#server/domain/ledger/journal/entry.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, zero } from '#shared/money.ts'

/** A payment or a refund. The amount of a refund that failed and came back is negative. */
export type Movement = { kind: 'payment' | 'refund'; ref: number; day: Day; amount: Cents; provider: string }

/** Documents with the movements that are in the ledger: of deleted invoices only those of a provider. */
export type LedgerDocuments = {
  invoices: readonly (Omit<InvoiceFacts, 'taken'> & { issueDate: Day; movements: readonly Movement[] })[]
  expenses: readonly (ExpenseFacts & { day: Day })[]
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
// On the same day invoices come before payments, and payments before refunds, which is the alphabetical order of the kinds.
const compareEvents = (a: Pick<JournalEvent, 'day' | 'kind' | 'ref'>, b: Pick<JournalEvent, 'day' | 'kind' | 'ref'>) =>
  compareText(a.day, b.day) || compareText(a.kind, b.kind) || a.ref - b.ref

const buildInvoiceEvents = ({ issueDate, movements, ...facts }: LedgerDocuments['invoices'][number]): JournalEvent[] => {
  const taken = cents(movements.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : 0), 0))
  const invoice = { ...facts, taken }
  const issue = facts.isIssued ? [{ kind: 'invoice' as const, ref: facts.id, day: issueDate }] : []
  let before: InvoiceBalance = { isInvoiced: false, net: zero, refunded: zero }
  return [...issue, ...movements].sort(compareEvents).map((event) => {
    const { ref, day } = event
    const previous = before
    if (event.kind === 'invoice') {
      before = { ...previous, isInvoiced: true }
      return { kind: 'invoice', ref, day, invoice, before: previous, after: before }
    }
    const { kind, amount, provider } = event
    const sign = kind === 'payment' ? 1 : -1
    before = {
      ...previous,
      net: cents(previous.net + sign * amount),
      refunded: kind === 'refund' ? cents(previous.refunded + amount) : previous.refunded,
    }
    return { kind, ref, day, provider, invoice, before: previous, after: before }
  })
}

/** Builds the events of documents in memory, in the order in which `readEvents` reads them from the database. */
export const buildEvents = ({ invoices, expenses }: LedgerDocuments): JournalEvent[] => {
  const spent = expenses.map(({ day, ...expense }) => ({ kind: 'expense' as const, ref: expense.id, day, expense }))
  return [...invoices.flatMap(buildInvoiceEvents), ...spent].sort(compareEvents)
}
