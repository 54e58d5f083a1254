import type { ExpenseFacts, InvoiceBalance, InvoiceFacts, JournalEvent } from '#server/domain/ledger/journal/entry.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, zero } from '#shared/money.ts'

/** Money that moved; `amount` is what came, or what went back (negative when it came back). */
export type Movement = { kind: 'payment' | 'refund'; ref: number; day: Day; amount: Cents; provider: string }

/** Documents, with the movements that count: those of an invoice that is deleted are its provider's only. */
export type LedgerDocuments = {
  invoices: readonly (Omit<InvoiceFacts, 'taken'> & { issueDate: Day; movements: readonly Movement[] })[]
  expenses: readonly (ExpenseFacts & { day: Day })[]
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
// On one day what is asked for comes before what is paid, and that before what goes back: luckily the kinds' names are in that order.
const inOrder = (a: Pick<JournalEvent, 'day' | 'kind' | 'ref'>, b: Pick<JournalEvent, 'day' | 'kind' | 'ref'>) =>
  byText(a.day, b.day) || byText(a.kind, b.kind) || a.ref - b.ref

const eventsOfInvoice = ({ issueDate, movements, ...facts }: LedgerDocuments['invoices'][number]): JournalEvent[] => {
  const taken = cents(movements.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : 0), 0))
  const invoice = { ...facts, taken }
  const issue = facts.isIssued ? [{ kind: 'invoice' as const, ref: facts.id, day: issueDate }] : []
  let before: InvoiceBalance = { isAsked: false, net: zero, back: zero }
  return [...issue, ...movements].sort(inOrder).map((happening) => {
    const { ref, day } = happening
    const was = before
    if (happening.kind === 'invoice') {
      before = { ...was, isAsked: true }
      return { kind: 'invoice', ref, day, invoice, before: was, after: before }
    }
    const { kind, amount, provider } = happening
    const sign = kind === 'payment' ? 1 : -1
    before = { ...was, net: cents(was.net + sign * amount), back: kind === 'refund' ? cents(was.back + amount) : was.back }
    return { kind, ref, day, provider, invoice, before: was, after: before }
  })
}

/** All that happened to some documents, day by day: what `readEvents` reads from the database, for documents that are in memory. */
export const buildEvents = ({ invoices, expenses }: LedgerDocuments): JournalEvent[] => {
  const spent = expenses.map(({ day, ...expense }) => ({ kind: 'expense' as const, ref: expense.id, day, expense }))
  return [...invoices.flatMap(eventsOfInvoice), ...spent].sort(inOrder)
}
