import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { notifyRefundFailed } from '#server/domain/payments/notifications.ts'
import type { CheckoutProvider, ProviderStatus, Refund } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { type Amount, parseAmount, toAmount } from '#shared/money.ts'

type StoredRefund = {
  id: number
  ref: string
  status: Refund['status']
  amount: string
  currency: string
  invoiceId: number
  chargeRef: string
  refunded: string
}

export type RefundUpdate = { stored: StoredRefund; reported: Refund }

export const noReasonGiven = 'The provider gave no reason.'

/** Pending ones, and succeeded ones of a charge of which less is refunded than before. */
const listUncertainRefunds = async (db: UserDb, attempt: StoredAttempt, reported: ProviderStatus): Promise<StoredRefund[]> => {
  const refunds = await db.rows<StoredRefund>(
    `select r.id, r.ref, r.status, r.amount, p.currency, p.document_id as "invoiceId", p.charge_ref as "chargeRef", p.refunded
     from payment_refunds r join payments p on p.user_id = $1 and p.id = r.payment_id
     where r.user_id = $1 and p.attempt_id = $2 and r.ref is not null and r.status in ('pending', 'succeeded')`,
    [db.userId, attempt.id],
  )
  const isRefundedLess = ({ chargeRef, refunded }: StoredRefund) =>
    reported.charges.some((charge) => charge.ref === chargeRef && charge.refunded < parseAmount(refunded))
  return refunds.filter((refund) => refund.status === 'pending' || isRefundedLess(refund))
}

/** @returns those whose status did change @throws ProviderError */
export const fetchRefundUpdates = async (
  { database }: { database: Database },
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
  status: ProviderStatus,
): Promise<RefundUpdate[]> => {
  const { fetchRefund } = provider
  if (!fetchRefund) return []
  const updates: RefundUpdate[] = []
  for (const stored of await database.asUser(userId, (db) => listUncertainRefunds(db, attempt, status))) {
    const reported = await fetchRefund(stored.ref).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isRefused) return null
      throw error
    })
    if (reported && reported.status !== stored.status) updates.push({ stored, reported })
  }
  return updates
}

export const sumFailedRefunds = (updates: readonly RefundUpdate[], chargeRef: string): Amount => {
  const failed = updates.filter(({ stored, reported }) => stored.chargeRef === chargeRef && reported.status === 'failed')
  return toAmount(failed.reduce((sum, { stored }) => sum + parseAmount(stored.amount), 0))
}

export const reportFailedRefund = async (
  db: UserDb,
  { id, invoiceId, amount, currency }: Pick<StoredRefund, 'id' | 'invoiceId' | 'amount' | 'currency'>,
  problem: string | null,
  { isUnclear = false } = {},
): Promise<void> => {
  const refund = formatInCurrency({ amount, currency })
  const after = problem ? `${refund}: ${problem}` : refund
  await recordEvent(db, invoiceType, invoiceId, 'refund failed', [{ field: 'Refund', before: null, after }], 'Billfold')
  await notifyRefundFailed(db, id, { isUnclear })
}

/** `updated_at` stays the time of the provider's first answer: the refunded sum of a payment that was fetched later includes the refund. */
export const applyRefundUpdates = async (db: UserDb, updates: readonly RefundUpdate[]): Promise<void> => {
  for (const { stored, reported } of updates) {
    const { status, problem } = reported
    const changed = await db.rows(
      'update payment_refunds set status = $3, problem = $4 where user_id = $1 and id = $2 and status = $5 returning 1',
      [db.userId, stored.id, status, status === 'failed' ? (problem ?? noReasonGiven) : null, stored.status],
    )
    if (changed.length === 0) continue
    db.announce('payments')
    if (status === 'failed') await reportFailedRefund(db, stored, problem)
  }
}
