import { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { updateAttention } from '#server/domain/payments/balance/attention.ts'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { ProviderError, type Refund } from '#server/domain/payments/provider.ts'
import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import { queueReconcile } from '#server/domain/payments/reconcile/recheck.job.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { notifyFailedRefund } from '#server/features/payments/owner-notifications/refund-failed.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { formatMoney, parseCents } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

const refundJob = job('payments.refund', { refundId: z.int() }, { lane: 'payments' })

/** The request that asked for it asks first; what it leaves open is looked after half a minute later. */
const pauseMs = 30_000

/** Sees to it that a refund gets its answer, whatever becomes of the request that asked for it. */
export const queueRefund = (db: UserDb, refundId: number): Promise<void> =>
  enqueue(db, refundJob, { userId: db.userId, refundId }, { key: `refund-${db.userId}-${refundId}`, runAt: new Date(Date.now() + pauseMs) })

/** For less long than this a provider remembers a key: asked later, it could give the money back a second time. */
const keyMs = 5 * 3_600_000

type Row = {
  createdAt: Date
  status: 'asking' | Refund['status']
  problem: string | null
  amount: string
  provider: ProviderName
  chargeRef: string
  invoiceId: number
  attemptId: string
  accountId: string
}
export type RefundState = Pick<Row, 'status' | 'problem'>

const read = async (db: UserDb, refundId: number): Promise<Row | undefined> => {
  const [row] = await db.rows<Row>(
    `select r.created_at as "createdAt", r.status, r.problem, r.amount, p.provider, p.charge_ref as "chargeRef", p.invoice_id as "invoiceId",
            a.id as "attemptId", a.account_id as "accountId"
     from payment_refunds r
     join payments p on p.user_id = r.user_id and p.id = r.payment_id
     join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
     where r.user_id = $1 and r.id = $2`,
    [db.userId, refundId],
  )
  return row
}

/**
 * Asks the provider for a refund that was written down, once however often this is called, and records what went back.
 * @returns where the refund stands: 'asking' while the provider doesn't answer
 */
export const requestRefund = async (deps: FetchPaymentDeps, userId: number, refundId: number): Promise<RefundState | null> => {
  const known = await deps.database.asUser(userId, async (db) => {
    const row = await read(db, refundId)
    return row && { row, provider: row.status === 'asking' ? await deps.accounts.provider(db, row.provider) : null }
  })
  if (!known) return null
  const { row, provider } = known
  if (row.status !== 'asking') return row
  const isLate = deps.now().getTime() - row.createdAt.getTime() > keyMs
  // Till its account is back nobody knows whether it was heard; it isn't waited for any longer than it could be asked again.
  if (!isLate && provider?.accountId !== row.accountId) return row
  const answer =
    isLate || !provider
      ? unknownFate(row.provider)
      : await provider
          .refund(row.chargeRef, parseCents(row.amount), `refund-${userId}-${refundId}`)
          .catch((error: unknown) => definite(row.provider, error, deps.log))
  if (!answer) return row
  await deps.database.asUser(userId, (db) => note(db, refundId, row, answer))
  await reconcile(deps, userId, row.attemptId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log(`What refund ${refundId} of user ${userId} changed isn't known yet: ${error.message}`)
  })
  return answer
}

type Answer = Omit<Refund, 'ref'> & { ref: string | null; isUnclear?: boolean }

const unknownFate = (name: ProviderName): Answer => ({
  ref: null,
  status: 'failed',
  isUnclear: true,
  problem: `${providerLabels[name]} gave no clear answer. Look there whether the money went back before you try again.`,
})

/** A refusal is an answer; that nobody answered, or that a key isn't accepted, says nothing about the refund. */
const definite = (name: ProviderName, error: unknown, log: (line: string) => void): Answer | null => {
  if (!(error instanceof ProviderError)) throw error
  log(error.message)
  if (error.isKeyRefused) return null
  if (error.isRefused) return { ref: null, status: 'failed', problem: error.message }
  return error.isKeySpent ? unknownFate(name) : null
}

const note = async (db: UserDb, refundId: number, { invoiceId, attemptId, amount }: Row, { ref, status, problem, isUnclear }: Answer) => {
  await lockBalanceIncludingDeleted(db, invoiceId)
  const moved = await db.rows(
    `update payment_refunds set ref = coalesce($3, ref), status = $4, problem = $5, updated_at = now()
     where user_id = $1 and id = $2 and status = 'asking' returning 1`,
    [db.userId, refundId, ref, status, status === 'failed' ? (problem ?? 'The provider gave no reason.') : null],
  )
  if (moved.length > 0 && status === 'failed') {
    const after = problem ? `${formatMoney(amount)}: ${problem}` : formatMoney(amount)
    await recordEvent(db, invoiceType, invoiceId, 'refund failed', [{ field: 'Refund', before: null, after }], 'Billfold')
    await notifyFailedRefund(db, refundId, { isUnclear })
  }
  await updateAttention(db, invoiceId)
  // What went back is the provider's to say; should this process end before he has said it, he is asked all the same.
  await queueReconcile(db, attemptId)
}

export const refundRunner = (deps: FetchPaymentDeps) =>
  runner(refundJob, async ({ userId, refundId }) => {
    const state = await requestRefund(deps, userId, refundId)
    if (state?.status === 'asking') throw new ProviderError(`It isn't known yet what became of refund ${refundId} of user ${userId}`)
  })
