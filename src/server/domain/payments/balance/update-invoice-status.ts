import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { attentionSql } from '#server/domain/ledger/status-sql.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import { getInvoiceStatus, type InvoiceStatus, statusLabels } from '#shared/invoice-rules.ts'
import { type Amount, cents } from '#shared/money.ts'
import { type InvoiceBalance, lockBalance } from './balance.ts'

/** Without an event. */
export const storeStatus = async (db: UserDb, invoiceId: number, status: 'sent' | 'paid'): Promise<void> => {
  db.announce('invoices')
  await db.rows('update documents set status = $3, updated_at = now(), version = version + 1 where user_id = $1 and id = $2', [
    db.userId,
    invoiceId,
    status,
  ])
}

const setStatus = async ({ now }: Clock, db: UserDb, invoice: InvoiceBalance, status: 'sent' | 'paid', by: Actor | null) => {
  await storeStatus(db, invoice.id, status)
  const today = await getUserToday(db, now())
  const toLabel = (stored: InvoiceStatus) => statusLabels[getInvoiceStatus({ ...invoice, status: stored }, today)]
  await recordEvent(
    db,
    invoiceType,
    invoice.id,
    status === 'paid' ? 'paid' : 'reopened',
    [{ field: 'Status', before: toLabel(invoice.status), after: toLabel(status) }],
    by,
  )
}

export const markPaid = async (clock: Clock, db: UserDb, invoice: InvoiceBalance, by: Actor | null = null): Promise<void> => {
  if (invoice.status !== 'paid') await setStatus(clock, db, invoice, 'paid', by)
}

export const markUnpaid = async (clock: Clock, db: UserDb, invoice: InvoiceBalance): Promise<void> => {
  if (invoice.status === 'paid') await setStatus(clock, db, invoice, 'sent', null)
}

/** Call it under the invoice's lock after each change of payments or reviews. */
export const updateAttention = async (db: UserDb, invoiceId: number): Promise<void> => {
  const changed = await db.rows(
    `update documents i set payment_attention = found.attention from (select ${attentionSql('$2')} as attention) found
     where i.user_id = $1 and i.id = $2 and i.payment_attention is distinct from found.attention returning 1`,
    [db.userId, invoiceId],
    'payments.attention',
  )
  if (changed.length > 0) db.announce('invoices')
}

/**
 * Computes the status from what settles an invoice: paid when it covers the total, sent again when a paid invoice's total exceeds everything ever received and
 * what is written off, credited or applied. A refund alone doesn't reopen an invoice: the owner decides whether to ask for the
 * money again. A refund of money that was applied to another invoice as credit does: the customer has had it twice.
 * @param alreadyRefunded of payments that are recorded only now, what had been refunded before. It counts as paid, so that the result doesn't
 *   depend on whether payment and refund become known together.
 */
export const updateInvoiceStatus = async (
  clock: Clock,
  db: UserDb,
  invoice: InvoiceBalance,
  by: Actor | null = null,
  alreadyRefunded: Amount = cents(0),
): Promise<void> => {
  const others = invoice.settled - invoice.paid
  const settled = invoice.settled + alreadyRefunded
  if (settled > 0 && settled >= invoice.total) await markPaid(clock, db, invoice, by)
  else if (invoice.taken + others < invoice.total || invoice.paid + invoice.applied < 0) await markUnpaid(clock, db, invoice)
  await updateAttention(db, invoice.id)
}

export const refreshInvoiceStatus = async (clock: Clock, db: UserDb, invoiceId: number): Promise<void> =>
  updateInvoiceStatus(clock, db, await lockBalance(db, invoiceId))
