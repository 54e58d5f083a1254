import { type DocumentType, invoiceType } from '#server/domain/documents/document-type.ts'
import type { FieldChange, HistoryKind } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day, formatDay } from '#shared/dates.ts'
import { divideTotal } from '#shared/instalments.ts'
import { type Amount, formatMoney, scale, toDecimal, zero } from '#shared/money.ts'
import type { Batch } from './batch.ts'
import { addDocument, type CalculatedTotals, calculateTotals, type Draft } from './documents.ts'
import type { Random } from './random.ts'

export type PastEvent = { at: string; kind: HistoryKind; by?: 'Customer' | 'Billfold'; changes?: FieldChange[] }

export const addHistory = (batch: Batch, of: DocumentType, documentId: number, owner: string, events: readonly PastEvent[]) => {
  // Ids ascend with time.
  for (const { at, kind, by, changes = [] } of events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    batch.add('events', { subject_type: of.name, subject_id: documentId, at, kind, actor: by ?? owner, changes })
}

export const invoiceCount = 200

/** One of its customers went out of business. */
const writtenOffIndex = 40

/** One is paid in parts; the first is due 14 days after the issue date, and paid. */
const instalmentsIndex = invoiceCount - 12
const instalmentDays = [14, 44, 74] as const

export const addInvoice = (batch: Batch, random: Random, today: Day, draft: Draft) => {
  // Older ones first, so that numbers and ids increase with time.
  const daysAgo = Math.floor(((invoiceCount - 1 - draft.index) * 365) / invoiceCount)
  const issued = addDays(today, -daysAgo)
  const usualDue = addDays(issued, random.pick([14, 30, 30, 30]))
  const sums = calculateTotals(random, draft.parties, draft.lines)
  const usual = random.chance(daysAgo < 20 ? 25 : 3)
    ? 'draft'
    : usualDue < today
      ? random.chance(93)
        ? 'paid'
        : 'sent'
      : random.chance(35)
        ? 'paid'
        : 'sent'
  const isDivided = draft.index === instalmentsIndex
  const state = draft.index === writtenOffIndex ? 'written off' : isDivided ? 'divided' : usual
  const due = isDivided ? addDays(issued, instalmentDays[1]) : usualDue
  insertInvoice(batch, random, today, { ...draft, issued, due, sums, state, created: {}, source: null })
}

type FromEstimate = Draft & { sums: CalculatedTotals; day: Day; estimate: { id: number; number: string } }

export const addConvertedInvoice = (batch: Batch, random: Random, today: Day, { day, estimate, ...draft }: FromEstimate): string => {
  const created = { by: 'Billfold' as const, changes: [{ field: 'Estimate', before: null, after: estimate.number }] }
  const due = addDays(day, 30)
  const state = due < today ? 'paid' : 'draft'
  return insertInvoice(batch, random, today, { ...draft, issued: day, due, state, created, source: estimate.id })
}

type Invoice = Draft & {
  issued: Day
  due: Day
  sums: CalculatedTotals
  state: 'draft' | 'sent' | 'paid' | 'written off' | 'divided'
  created: Omit<PastEvent, 'at' | 'kind'>
  source: number | null
}

const insertInvoice = (
  batch: Batch,
  random: Random,
  today: Day,
  { parties, customer, lines, index, issued, due, sums, state, created, source }: Invoice,
): string => {
  const number = `DEMO-${issued.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`
  const sentAt = state === 'draft' ? null : `${issued}T10:00:00Z`
  const id = addDocument(batch, invoiceType, {
    parties,
    customer,
    number,
    status: state === 'written off' ? 'paid' : state === 'divided' ? 'sent' : state,
    issued,
    end: due,
    lines,
    sums,
    notes: random.chance(30) ? 'Thank you for your business!' : null,
    terms: 'Payment within the stated time, please.',
    sentAt,
    source,
  })
  const events: PastEvent[] = [{ at: `${issued}T09:00:00Z`, kind: 'created', ...created }]
  if (sentAt) events.push({ at: sentAt, kind: 'sent' })
  if (state === 'written off') events.push(addWriteOff(batch, random, { id, due, total: sums.total, currency: parties.currency }))
  else if (state === 'divided') events.push(addInstalments(batch, { id, issued, total: sums.total, currency: parties.currency }))
  else if (state !== 'draft')
    events.push(...addPayment(batch, random, today, { id, issued, total: sums.total, currency: parties.currency, state }))
  addHistory(batch, invoiceType, id, parties.owner, events)
  return number
}

type InvoiceToWriteOff = { id: number; due: Day } & Pick<InvoiceToPay, 'total' | 'currency'>

const addWriteOff = (batch: Batch, random: Random, { id, due, total, currency }: InvoiceToWriteOff): PastEvent => {
  const [day, reason] = [addDays(due, 60 + random.whole(1, 40)), 'Out of business']
  const at = `${day}T12:00:00Z`
  const amount = toDecimal(total)
  batch.add('movements', { kind: 'write-off', document_id: id, amount, currency, tax_part: '0.00', day, notes: reason, created_at: at })
  const after = `${formatMoney(total, currency)}, ${formatDay(day)}, ${reason}`
  return {
    at,
    kind: 'written off',
    changes: [
      { field: 'Write-off', before: null, after },
      { field: 'Status', before: 'Overdue', after: 'Paid' },
    ],
  }
}

const addInstalments = (batch: Batch, { id, issued, total, currency }: Omit<InvoiceToPay, 'state'>): PastEvent => {
  const amounts = divideTotal(
    total,
    instalmentDays.map(() => 1),
    currency,
  )
  for (const [i, days] of instalmentDays.entries())
    batch.add('invoice_instalments', { document_id: id, position: i + 1, due_date: addDays(issued, days), amount: toDecimal(amounts[i]!) })
  return addTransfer(batch, { id, amount: amounts[0]!, currency, day: addDays(issued, instalmentDays[0]) })
}

const addTransfer = (
  batch: Batch,
  { id, amount, currency, day }: { id: number; amount: Amount; currency: Currency; day: Day },
): PastEvent => {
  const at = `${day}T12:00:00Z`
  batch.add('payments', {
    document_id: id,
    amount: toDecimal(amount),
    payment_date: day,
    payment_method: 'Bank transfer',
    provider: 'manual',
    status: 'succeeded',
    created_at: at,
  })
  const after = `${formatMoney(amount, currency)}, Bank transfer, ${formatDay(day)}`
  return { at, kind: 'payment', changes: [{ field: 'Payment', before: null, after }] }
}

type InvoiceToPay = { id: number; issued: Day; total: CalculatedTotals['total']; currency: Currency; state: 'sent' | 'paid' }

const addPayment = (batch: Batch, random: Random, today: Day, { id, issued, total, currency, state }: InvoiceToPay): PastEvent[] => {
  const paidOn = addDays(issued, random.whole(1, 40))
  // Some customers pay a part first.
  const amount = state === 'paid' ? total : random.chance(12) ? scale(total, 1, 2, currency) : zero
  if (amount === 0) return []
  const day = paidOn > today ? today : paidOn
  const payment = addTransfer(batch, { id, amount, currency, day })
  if (state !== 'paid') return [payment]
  return [payment, { at: payment.at, kind: 'paid', changes: [{ field: 'Status', before: 'Sent', after: 'Paid' }] }]
}
