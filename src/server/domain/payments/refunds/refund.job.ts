import { z } from 'zod'
import { lockInvoice } from '#server/domain/payments/balance/balance.ts'
import { updateAttention } from '#server/domain/payments/balance/update-invoice-status.ts'
import type { Refund } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { queueReconcile } from '#server/domain/payments/reconcile/recheck.job.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { noReasonGiven, reportFailedRefund } from '#server/domain/payments/reconcile/refund-status.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { parseAmount } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

const refundJob = job('payments.refund', { refundId: z.int() }, { lane: 'payments' })

/** The request that creates a refund calls the provider itself. The job repeats the call where that failed. */
const delayMs = 30_000

export const queueRefund = (db: UserDb, refundId: number): Promise<void> =>
  enqueue(db, refundJob, { userId: db.userId, refundId }, { key: `refund-${db.userId}-${refundId}`, runAt: new Date(Date.now() + delayMs) })

/** PayPal remembers an idempotency key for six hours at least. A call repeated later could refund a second time. */
const keyLifetimeMs = 5 * 3_600_000

type StoredRefund = {
  createdAt: Date
  status: 'asking' | Refund['status']
  problem: string | null
  amount: string
  currency: string
  provider: ProviderName
  chargeRef: string
  invoiceId: number
  attemptId: string
  accountId: string
}

const readRefund = async (db: UserDb, refundId: number): Promise<StoredRefund | undefined> => {
  const [row] = await db.rows<StoredRefund>(
    `select r.created_at as "createdAt", r.status, r.problem, r.amount, p.currency, p.provider, p.charge_ref as "chargeRef", p.document_id as "invoiceId",
            a.id as "attemptId", a.account_id as "accountId"
     from payment_refunds r
     join payments p on p.user_id = $1 and p.id = r.payment_id
     join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
     where r.user_id = $1 and r.id = $2`,
    [db.userId, refundId],
  )
  return row
}

/** Safe to repeat: it has an idempotency key. @returns 'asking' while the provider hasn't answered; null when there is no such refund */
export const requestRefund = async (
  services: Services,
  userId: number,
  refundId: number,
): Promise<Pick<StoredRefund, 'status' | 'problem'> | null> => {
  const found = await services.database.asUser(userId, async (db) => {
    const refund = await readRefund(db, refundId)
    return refund && { refund, provider: refund.status === 'asking' ? await services.accounts.provider(db, refund.provider) : null }
  })
  if (!found) return null
  const { refund, provider } = found
  if (refund.status !== 'asking') return refund
  const isKeyExpired = services.now().getTime() - refund.createdAt.getTime() > keyLifetimeMs
  // The keys of the account may come back before the idempotency key expires.
  if (!isKeyExpired && provider?.accountId !== refund.accountId) return refund
  const outcome =
    isKeyExpired || !provider
      ? unclear(refund.provider)
      : await provider
          .refund(refund.chargeRef, { amount: parseAmount(refund.amount), currency: refund.currency }, `refund-${userId}-${refundId}`)
          .catch((error: unknown) => toOutcome(refund.provider, error, services.log))
  if (!outcome) return refund
  await services.database.asUser(userId, (db) => saveOutcome(db, refundId, refund, outcome))
  await reconcile(services, userId, refund.attemptId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    services.log(`The payment of refund ${refundId} of user ${userId} couldn't be reconciled yet: ${error.message}`)
  })
  return outcome
}

type Outcome = Omit<Refund, 'ref'> & { ref: string | null; isUnclear?: boolean }

const unclear = (name: ProviderName): Outcome => ({
  ref: null,
  status: 'failed',
  isUnclear: true,
  problem: `${providerLabels[name]} gave no clear answer. Check there whether the refund was made before you try again.`,
})

/** Only a refusal of the refund is an outcome: a missing answer or a refused key leaves it open. */
const toOutcome = (name: ProviderName, error: unknown, log: (line: string) => void): Outcome | null => {
  if (!(error instanceof ProviderError)) throw error
  log(error.message)
  if (error.isKeyRefused) return null
  if (error.isRefused) return { ref: null, status: 'failed', problem: error.message }
  return error.isKeySpent ? unclear(name) : null
}

const saveOutcome = async (db: UserDb, refundId: number, refund: StoredRefund, { ref, status, problem, isUnclear }: Outcome) => {
  const { attemptId, ...stored } = refund
  await lockInvoice(db, stored.invoiceId)
  const changed = await db.rows(
    `update payment_refunds set ref = coalesce($3, ref), status = $4, problem = $5, updated_at = now()
     where user_id = $1 and id = $2 and status = 'asking' returning 1`,
    [db.userId, refundId, ref, status, status === 'failed' ? (problem ?? noReasonGiven) : null],
  )
  if (changed.length > 0) db.announce('payments')
  if (changed.length > 0 && status === 'failed')
    await reportFailedRefund(db, { ...stored, id: refundId }, problem, { isUnclear: isUnclear ?? false })
  await updateAttention(db, stored.invoiceId)
  // The refunded sum of the payment comes from the provider; the job fetches it if this process dies before.
  await queueReconcile(db, attemptId)
}

export const refundRunner = (services: Services) =>
  runner(refundJob, async ({ userId, refundId }) => {
    const refund = await requestRefund(services, userId, refundId)
    if (refund?.status === 'asking') throw new ProviderError(`The outcome of refund ${refundId} of user ${userId} isn't known yet`)
  })
