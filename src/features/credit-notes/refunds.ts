import type { z } from 'zod'
import { creditRefundFields } from '#model/money-actions.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseProblems } from '#server/domain/business/refuse-problems.ts'
import { type CreditNote, getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { bumpInvoiceVersion, lockInvoice } from '#server/domain/payments/balance/balance.ts'
import { formatDatedPayment } from '#server/domain/payments/format.ts'
import { insertMovement, type ReversalRow, reversalColumns, reverseMovement, toReversal } from '#server/domain/payments/movements.ts'
import { requireOneValue, valuePayment } from '#server/domain/payments/value-payment.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { CreditRefundInput, creditRefund as creditRefundView, recordedCreditRefund } from '#shared/contract/credit-refunds.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney, parseAmount, zero } from '#shared/money.ts'

type CreditRefund = z.output<typeof creditRefundView>
type Row = Omit<CreditRefund, 'amount' | 'homeAmount' | 'reversal'> & ReversalRow & { amount: string; homeAmount: string | null }

const toView = ({ amount, homeAmount, reversedAt, reversalDay, reversedBy, ...row }: Row): CreditRefund => ({
  ...row,
  amount: parseAmount(amount),
  homeAmount: homeAmount === null ? null : parseAmount(homeAmount),
  reversal: toReversal({ reversedAt, reversalDay, reversedBy }),
})

const selectRefunds = `
  select id, amount::text, currency, home_amount::text as "homeAmount", trim_scale(exchange_rate)::text as "exchangeRate", rate_source as "rateSource", day,
         payment_method as "paymentMethod", notes, ${reversalColumns('m')}
  from movements m where user_id = $1 and document_id = $2 and kind = 'credit refund'`
const maxListed = 200

export const listCreditRefunds = async (db: UserDb, noteId: number): Promise<CreditRefund[]> =>
  (await db.rows<Row>(`${selectRefunds} order by id desc limit $3`, [db.userId, noteId, maxListed], 'credit-refunds.list')).map(toView)

const readRefund = async (db: UserDb, noteId: number, id: number): Promise<CreditRefund> => {
  const [found] = await db.rows<Row>(`${selectRefunds} and id = $3`, [db.userId, noteId, id], 'credit-refunds.one')
  if (!found) throw notFound('Refund')
  return toView(found)
}

/** Locked until the transaction ends: applying its credit, refunding and voiding it come one after the other. @throws AppError 404 */
export const lockNote = async (db: UserDb, id: number, today: Day): Promise<CreditNote> => {
  await lockInvoice(db, id)
  return getCreditNote(db, id, today)
}

const requireRefundable = (note: CreditNote, { amount, day }: Pick<CreditRefundInput, 'amount' | 'day'>): void => {
  const creditLeft = note.creditLeft!
  const fields = creditRefundFields({ ...note, creditLeft, home: note.currency })
  const { refusal } = fields.amount.most!
  // Another refund may have come first.
  if (amount !== undefined && amount > creditLeft) throw new AppError(409, refusal, { issues: [{ path: 'amount', message: refusal }] })
  refuseProblems(fields, { amount: amount ?? creditLeft, day })
}

/**
 * By default all that is left of its credit. Call it where `mayRefundCredit`, under the note's lock. @throws AppError 400 at a field; 409 for
 * more than is left, and at the end of the transaction for a closed day
 */
export const refundCredit = async (db: UserDb, note: CreditNote, input: CreditRefundInput): Promise<number> => {
  const { id: noteId } = note
  requireRefundable(note, input)
  const { day, paymentMethod: method, notes, ...known } = input
  const { currency, exchangeRate } = note
  const of = { currency, exchangeRate, homeCurrency: await getHomeCurrency(db) }
  requireOneValue(known, of, 'credit note')
  const amount = known.amount ?? note.creditLeft!
  const value = await valuePayment(db, of, { amount, currency, day }, known)
  const id = await insertMovement(db, {
    ...{ kind: 'credit refund', documentId: noteId, amount, currency, day, paymentMethod: method, notes: notes || null },
    ...value,
  })
  const after = formatDatedPayment({ amount, currency, method, day })
  await recordEvent(db, creditNoteType, noteId, 'refunded', [{ field: 'Refund', before: null, after }])
  await bumpInvoiceVersion(db, noteId)
  postInvoice(db, noteId, { days: [{ day, path: 'day' }] })
  return id
}

/**
 * Its amount is credit again, from today on. One that was undone stays as it is. Call it under the note's lock.
 * @throws AppError 404; 409 at the end of the transaction when today is in a closed period
 */
export const reverseCreditRefund = async (db: UserDb, noteId: number, id: number, today: Day): Promise<void> => {
  const { amount, currency, paymentMethod: method, day, reversal } = await readRefund(db, noteId, id)
  if (reversal) return
  const on = await reverseMovement(db, { id, day }, { on: today, by: 'owner' })
  const before = formatDatedPayment({ amount, currency, method, day })
  await recordEvent(db, creditNoteType, noteId, 'refund undone', [{ field: 'Refund', before, after: null }])
  await bumpInvoiceVersion(db, noteId)
  postInvoice(db, noteId, { days: [{ day: on }] })
}

export const toRecordedRefund = async (
  db: UserDb,
  noteId: number,
  id: number,
  today: Day,
): Promise<z.output<typeof recordedCreditRefund>> => ({
  refund: await readRefund(db, noteId, id),
  creditLeft: (await getCreditNote(db, noteId, today)).creditLeft ?? zero,
})

/** @throws AppError 409 while a part is refunded. The note must be locked. */
export const refuseWhileRefunded = async (db: UserDb, noteId: number): Promise<void> => {
  const [standing] = await db.rows<{ amount: string; currency: CreditRefund['currency']; day: Day }>(
    `select amount::text, currency, day from movements
     where user_id = $1 and document_id = $2 and kind = 'credit refund' and reversed_at is null order by id desc limit 1`,
    [db.userId, noteId],
  )
  if (!standing) return
  const { amount, currency, day } = standing
  throw new AppError(
    409,
    `${formatMoney(amount, currency)} of this credit note was refunded on ${formatDay(day)}, so it can't be voided. Undo that refund first.`,
  )
}
