import type { z } from 'zod'
import { writeOffFields } from '#model/money-actions.ts'
import { refuseProblems } from '#server/domain/business/refuse-problems.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { isUnderReview } from '#server/domain/payments/attempts/attempts.ts'
import { bumpInvoiceVersion, type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { markUnpaid, storeStatus, updateAttention } from '#server/domain/payments/balance/update-invoice-status.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { insertMovement, type ReversalRow, reversalColumns, reverseMovement, toReversal } from '#server/domain/payments/movements.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { WriteOffInput, writeOff as writeOffView } from '#shared/contract/settlements.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { getInvoiceStatus, statusLabels } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, parseAmount, scale, toAmount, zero } from '#shared/money.ts'

type WriteOff = z.output<typeof writeOffView>

type Row = Omit<WriteOff, 'amount' | 'taxPart' | 'reversal'> & ReversalRow & { amount: string; taxPart: string }
const selectWriteOffs = `select id, amount::text, currency, tax_part::text as "taxPart", day, notes as reason, ${reversalColumns('m')}
  from movements m where user_id = $1 and document_id = $2 and kind = 'write-off'`

const toView = ({ amount, taxPart, reversedAt, reversalDay, reversedBy, ...row }: Row): WriteOff => ({
  ...row,
  amount: parseAmount(amount),
  taxPart: parseAmount(taxPart),
  reversal: toReversal({ reversedAt, reversalDay, reversedBy }),
})

const maxListed = 200

/** Newest first, also those that were undone. */
export const listWriteOffs = async (db: UserDb, invoiceId: number): Promise<WriteOff[]> =>
  (await db.rows<Row>(`${selectWriteOffs} order by id desc limit $3`, [db.userId, invoiceId, maxListed], 'write-offs.list')).map(toView)

/** @throws AppError 404 when the invoice has no such write-off */
export const readWriteOff = async (db: UserDb, invoiceId: number, id: number): Promise<WriteOff> => {
  const [row] = await db.rows<Row>(`${selectWriteOffs} and id = $3`, [db.userId, invoiceId, id])
  if (!row) throw notFound('Write-off')
  return toView(row)
}

/** '$50.00, Nov 21, 2026, Out of business' */
const formatWriteOff = ({ day, reason, ...money }: { amount: Amount; currency: string; day: Day; reason: string | null }): string =>
  [formatInCurrency(money), formatDay(day), ...(reason ? [reason] : [])].join(', ')

/** Differences of shares of what is invoiced, less credit notes, so that cents never accumulate; null in the home currency. */
const computeHomeAmount = async (db: UserDb, invoice: InvoiceBalance, amount: Amount): Promise<Amount | null> => {
  const { currency, homeCurrency, homeTotal, total, paid, withheld, applied } = invoice
  if (currency === homeCurrency) return null
  const [notes] = await db.rows<{ home: string; credited: string; withheld: string }>(
    `select coalesce(sum(home_total), 0.00)::text as home, coalesce(sum(total), 0.00)::text as credited, coalesce(sum(withheld), 0.00)::text as withheld
     from documents where user_id = $1 and credited_invoice_id = $2 and status = 'issued'`,
    [db.userId, invoice.id],
  )
  const homeAsked = toAmount((homeTotal ?? zero) - parseAmount(notes!.home))
  const share = (part: number) => scale(homeAsked, Math.max(part, 0), total - parseAmount(notes!.credited), homeCurrency)
  const settled = paid + applied + withheld - parseAmount(notes!.withheld)
  return toAmount(share(settled + amount) - share(settled))
}

/** @throws AppError 400 at a field, 409 during a review and while another write-off stands */
const requireWriteOff = async (db: UserDb, invoice: InvoiceBalance, input: WriteOffInput & { amount: Amount }): Promise<void> => {
  const { currency, writtenOff } = invoice
  if (await isUnderReview(db, invoice.id))
    throw new AppError(409, 'A payment for this invoice needs your decision: accept it or give it back. Then write off what is left.')
  if (writtenOff > 0)
    throw new AppError(
      409,
      `${formatMoney(writtenOff, currency)} is written off already. Undo that write-off, and write off all of it at once.`,
    )
  refuseProblems(writeOffFields(invoice), input)
}

/**
 * With a balance of zero the invoice is paid. Call it where `mayWriteOff`, under the invoice's lock, while none of its checkouts is open.
 * @throws AppError 400 at a field, 409 during a review, or while another write-off stands; and for a day in a closed period at the end of
 * the transaction
 */
export const writeOff = async (clock: Clock, db: UserDb, invoice: InvoiceBalance, input: WriteOffInput): Promise<number> => {
  const { currency, total, taxAmount } = invoice
  const amount = input.amount ?? invoice.due
  const today = await getUserToday(db, clock.now())
  await requireWriteOff(db, invoice, { ...input, amount })
  const taxPart = input.recoversTax ? toAmount(Math.max(scale(taxAmount, amount, total, currency), 0)) : zero
  const homeAmount = await computeHomeAmount(db, invoice, amount)
  const reason = input.reason || null
  db.announce('payments')
  const id = await insertMovement(db, {
    ...{ kind: 'write-off', documentId: invoice.id, amount, currency, homeAmount, taxPart, day: input.day, notes: reason },
  })
  await bumpInvoiceVersion(db, invoice.id)
  const isSettled = amount === invoice.due
  await recordEvent(db, invoiceType, invoice.id, 'written off', [
    { field: 'Write-off', before: null, after: formatWriteOff({ amount, currency, day: input.day, reason }) },
    ...(isSettled ? [{ field: 'Status', before: statusLabels[getInvoiceStatus(invoice, today)], after: statusLabels.paid }] : []),
  ])
  if (isSettled) await storeStatus(db, invoice.id, 'paid')
  await updateAttention(db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: input.day, path: 'day' }] })
  return id
}

type Reversal = { day: Day; by: 'owner' | 'payment' }

/** Not before the write-off itself: a payment can be dated earlier. */
const reverse = async (db: UserDb, invoiceId: number, undone: WriteOff, { day, by }: Reversal): Promise<void> => {
  db.announce('payments')
  await reverseMovement(db, undone, { on: day, by })
  await bumpInvoiceVersion(db, invoiceId)
  const change = { field: 'Write-off', before: formatWriteOff(undone), after: null }
  await recordEvent(db, invoiceType, invoiceId, 'write-off undone', [change], by === 'owner' ? null : 'Billfold')
}

const findStanding = async (db: UserDb, invoiceId: number): Promise<WriteOff | undefined> =>
  (await listWriteOffs(db, invoiceId)).find(({ reversal }) => reversal === null)

/** Its day is today's. Call it under the invoice's lock, while none of its checkouts is open. @throws AppError 404 */
export const reverseWriteOff = async (clock: Clock, db: UserDb, invoiceId: number, id: number): Promise<void> => {
  const undone = await readWriteOff(db, invoiceId, id)
  if (undone.reversal) return
  await reverse(db, invoiceId, undone, { day: await getUserToday(db, clock.now()), by: 'owner' })
  const invoice = await lockBalance(db, invoiceId)
  // Also where a refund left it open: with the write-off the owner gave up money that was asked for again.
  if (invoice.due > 0) await markUnpaid(clock, db, invoice)
  await updateAttention(db, invoiceId)
  postInvoice(db, invoiceId)
}

/** The caller updates the status, and then posts the invoice. */
export const reverseStanding = async (clock: Clock, db: UserDb, { id, writtenOff }: InvoiceBalance): Promise<void> => {
  const standing = writtenOff > 0 ? await findStanding(db, id) : undefined
  if (standing) await reverse(db, id, standing, { day: await getUserToday(db, clock.now()), by: 'owner' })
}

/**
 * The customer has paid after all. The caller updates the status, and then posts the invoice. Call it under the invoice's lock.
 * @param money.amount of a payment that is recorded next; zero when the balance has the money already, such as that of a refund that failed
 */
export const reverseForMoney = async (
  clock: Clock,
  db: UserDb,
  invoice: InvoiceBalance,
  { amount, day }: { amount: Amount; day: Day },
): Promise<void> => {
  const { id, total, taken, paid, writtenOff, settled } = invoice
  const standing = writtenOff > 0 && settled + amount > total ? await findStanding(db, id) : undefined
  if (!standing) return
  await reverse(db, id, standing, { day, by: 'payment' })
  // What was refunded had been asked for again, or there would have been nothing to write off.
  if (taken > paid) await markUnpaid(clock, db, invoice)
}
