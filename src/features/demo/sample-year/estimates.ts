import { estimateType } from '#server/domain/documents/document-type.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import type { Batch } from './batch.ts'
import { addDocument, calculateTotals, type Draft } from './documents.ts'
import { addConvertedInvoice, addHistory, invoiceCount, type PastEvent } from './invoices.ts'
import type { Random } from './random.ts'

export const estimateCount = 36

/** Reserved for documentation. */
const exampleAddress = '203.0.113.7'
const reasons = ['We chose a studio closer to us.', 'Not this year: the budget is gone.', 'We would rather do without the second part.']

/**
 * Recent ones are drafts or sent, older ones were answered or have expired. @returns whether it was accepted, which converts it to an
 * invoice
 */
export const addEstimate = (batch: Batch, random: Random, today: Day, draft: Draft): boolean => {
  const { parties, customer, lines, index } = draft
  const issued = addDays(today, -Math.floor(((estimateCount - 1 - index) * 360) / estimateCount))
  const sums = calculateTotals(random, parties, lines)
  const expiry = addDays(issued, 30)
  // A sent estimate expires by its date.
  const status = random.pick(expiry < today ? ['accepted', 'accepted', 'rejected', 'sent'] : ['draft', 'sent', 'sent', 'accepted'])
  const number = `DEMO-EST-${issued.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`
  const sentAt = status === 'draft' ? null : `${issued}T10:00:00Z`
  const terms = 'This estimate is valid for 30 days from the issue date.'
  const dates = { issued, end: expiry, sentAt }
  const id = addDocument(batch, estimateType, {
    parties,
    customer,
    number,
    status,
    ...dates,
    lines,
    sums,
    notes: null,
    terms,
    source: null,
  })
  const events: PastEvent[] = [{ at: `${issued}T09:00:00Z`, kind: 'created' }]
  if (sentAt) events.push({ at: sentAt, kind: 'sent' })
  const isAccepted = status === 'accepted'
  if (isAccepted || status === 'rejected') {
    const wanted = addDays(issued, random.whole(1, 20))
    const day = wanted > today ? today : wanted
    const reason = isAccepted ? null : random.pick(reasons)
    events.push(
      addResponse(batch, {
        id,
        name: parties.names.get(customer)!,
        at: `${day}T11:30:00Z`,
        reason,
        total: formatMoney(sums.total, parties.currency),
      }),
    )
    if (isAccepted) {
      const from = { ...draft, index: invoiceCount + index, sums, day, estimate: { id, number } }
      const after = addConvertedInvoice(batch, random, today, from)
      events.push({ at: `${day}T11:30:01Z`, kind: 'converted', by: 'Billfold', changes: [{ field: 'Invoice', before: null, after }] })
    }
  }
  addHistory(batch, estimateType, id, parties.owner, events)
  return isAccepted
}

const addResponse = (
  batch: Batch,
  { id, name, at, reason, total }: { id: number; name: string; at: string; reason: string | null; total: string },
): PastEvent => {
  batch.add('estimate_responses', {
    document_id: id,
    response: reason === null ? 'accepted' : 'rejected',
    responded_at: at,
    responded_by: name,
    responded_from: exampleAddress,
    reason,
  })
  const details = { Name: name, 'Network address': exampleAddress, ...(reason === null ? { Total: total } : { Reason: reason }) }
  const changes = Object.entries(details).map(([field, after]) => ({ field, before: null, after }))
  return { at, kind: reason === null ? 'accepted' : 'declined', by: 'Customer', changes }
}
