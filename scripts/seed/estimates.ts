import { estimateType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { addDocument, calculateTotals, type Draft } from './documents.ts'
import { addHistory, type PastEvent } from './history.ts'
import { addConvertedInvoice, invoiceCount } from './invoices.ts'
import type { Random } from './random.ts'

export const estimateCount = 36

/** An IP address that is reserved for documentation. */
const exampleAddress = '203.0.113.7'
const reasons = ['We chose a studio closer to us.', 'Not this year: the budget is gone.', 'We would rather do without the second part.']

/**
 * Adds one of a year's estimates: recent ones are drafts or sent, older ones were answered or have expired. An accepted one is converted to an
 * invoice. @returns whether it was accepted
 */
export const addEstimate = async (db: UserDb, random: Random, today: Day, draft: Draft): Promise<boolean> => {
  const { customer, lines, index } = draft
  const issued = addDays(today, -Math.floor(((estimateCount - 1 - index) * 360) / estimateCount))
  const sums = calculateTotals(random, lines)
  const expiry = addDays(issued, 30)
  // A sent estimate expires by its date.
  const status = random.pick(expiry < today ? ['accepted', 'accepted', 'rejected', 'sent'] : ['draft', 'sent', 'sent', 'accepted'])
  const number = `DEMO-EST-${issued.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`
  const sentAt = status === 'draft' ? null : `${issued}T10:00:00Z`
  const terms = 'This estimate is valid for 30 days from the issue date.'
  const id = await addDocument(db, estimateType, { customer, number, status, issued, end: expiry, lines, sums, notes: null, terms, sentAt })
  const events: PastEvent[] = [{ at: `${issued}T09:00:00Z`, kind: 'created' }]
  if (sentAt) events.push({ at: sentAt, kind: 'sent' })
  const isAccepted = status === 'accepted'
  if (isAccepted || status === 'rejected') {
    const wanted = addDays(issued, random.whole(1, 20))
    const day = wanted > today ? today : wanted
    const reason = isAccepted ? null : random.pick(reasons)
    events.push(await addResponse(db, { id, customer, at: `${day}T11:30:00Z`, reason, total: formatMoney(sums.total) }))
    if (isAccepted) {
      const from = { ...draft, index: invoiceCount + index, sums, day, estimate: { id, number } }
      const after = await addConvertedInvoice(db, random, today, from)
      events.push({ at: `${day}T11:30:01Z`, kind: 'converted', by: 'Billfold', changes: [{ field: 'Invoice', before: null, after }] })
    }
  }
  await addHistory(db, estimateType, id, events)
  return isAccepted
}

/** Adds the customer's response. `reason` is that of declining; null accepts. @returns its history event */
const addResponse = async (
  db: UserDb,
  { id, customer, at, reason, total }: { id: number; customer: number; at: string; reason: string | null; total: string },
): Promise<PastEvent> => {
  const [row] = await db.rows<{ name: string }>('select name from customers where user_id = $1 and id = $2', [db.userId, customer])
  const { name } = row!
  db.send(
    `insert into estimate_responses (user_id, document_id, response, responded_at, responded_by, responded_from, reason)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [db.userId, id, reason === null ? 'accepted' : 'rejected', at, name, exampleAddress, reason],
  )
  const details = { Name: name, 'Network address': exampleAddress, ...(reason === null ? { Total: total } : { Reason: reason }) }
  const changes = Object.entries(details).map(([field, after]) => ({ field, before: null, after }))
  return { at, kind: reason === null ? 'accepted' : 'declined', by: 'Customer', changes }
}
