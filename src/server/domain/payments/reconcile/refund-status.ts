import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { type CheckoutProvider, ProviderError, type ProviderStatus, type Refund } from '#server/domain/payments/provider.ts'
import { notifyFailedRefund } from '#server/features/payments/owner-notifications/refund-failed.job.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { type Cents, cents, formatMoney, parseCents } from '#shared/money.ts'

type Asked = { id: number; ref: string; status: Refund['status']; amount: string; invoiceId: number; chargeRef: string; refunded: string }

/** The refunds of an attempt's money that the provider has answered, and that may yet end another way. */
const unsure = async (db: UserDb, attempt: StoredAttempt, truth: ProviderStatus): Promise<Asked[]> => {
  const rows = await db.rows<Asked>(
    `select r.id, r.ref, r.status, r.amount, p.invoice_id as "invoiceId", p.charge_ref as "chargeRef", p.refunded
     from payment_refunds r join payments p on p.user_id = r.user_id and p.id = r.payment_id
     where r.user_id = $1 and p.attempt_id = $2 and r.ref is not null and r.status in ('pending', 'succeeded')`,
    [db.userId, attempt.id],
  )
  // One that succeeded fails only when the customer's bank sends it back, and then less of the charge is refunded than before.
  const shrank = (row: Asked) => truth.charges.some((charge) => charge.ref === row.chargeRef && charge.refunded < parseCents(row.refunded))
  return rows.filter((row) => row.status === 'pending' || shrank(row))
}

/** A refund that was asked for, and what the provider says of it now. */
export type RefundUpdate = { asked: Asked; now: Refund }

/**
 * Asks the provider about refunds that were on their way, or that he took back.
 * @throws ProviderError when he can't be asked
 */
export const fetchRefundUpdates = async (
  { database }: { database: Database },
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
  truth: ProviderStatus,
): Promise<RefundUpdate[]> => {
  const { fetchRefund } = provider
  if (!fetchRefund) return []
  const fates: RefundUpdate[] = []
  for (const asked of await database.asUser(userId, (db) => unsure(db, attempt, truth))) {
    const now = await fetchRefund(asked.ref).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isRefused) return null
      throw error
    })
    if (now && now.status !== asked.status) fates.push({ asked, now })
  }
  return fates
}

/** What of a charge comes back because refunds that were asked for here failed: their owner is told of each of them. */
export const sumFailedRefunds = (fates: readonly RefundUpdate[], chargeRef: string): Cents => {
  const failed = fates.filter(({ asked, now }) => asked.chargeRef === chargeRef && now.status === 'failed')
  return cents(failed.reduce((sum, { asked }) => sum + parseCents(asked.amount), 0))
}

/** Writes down what became of them. The instant of their first answer stays: what the charge has given back by now has them in it. */
export const applyRefundUpdates = async (db: UserDb, fates: readonly RefundUpdate[]): Promise<void> => {
  for (const { asked, now } of fates) {
    const moved = await db.rows(
      `update payment_refunds set status = $3, problem = $4
       where user_id = $1 and id = $2 and status = $5 returning 1`,
      [db.userId, asked.id, now.status, now.status === 'failed' ? (now.problem ?? 'The provider gave no reason.') : null, asked.status],
    )
    if (moved.length === 0 || now.status !== 'failed') continue
    const after = now.problem ? `${formatMoney(asked.amount)}: ${now.problem}` : formatMoney(asked.amount)
    await recordEvent(db, invoiceType, asked.invoiceId, 'refund failed', [{ field: 'Refund', before: null, after }], 'Billfold')
    await notifyFailedRefund(db, asked.id)
  }
}
