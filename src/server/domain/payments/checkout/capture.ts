import { findAttemptByRef, isUnderReview, moveAttempt, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { alreadyPaid } from '#server/domain/payments/manual/manual-payment.ts'
import { type CheckoutProvider, PaymentDeclined, ProviderError } from '#server/domain/payments/provider.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { type ReconcileDeps, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { formatMoney } from '#shared/money.ts'
import { withFixedProvider } from './close-pages.ts'

type Begun =
  | { step: 'capture'; attempt: StoredAttempt; provider: CheckoutProvider & { capture: NonNullable<CheckoutProvider['capture']> } }
  | { step: 'look'; attempt: StoredAttempt }
  | { step: 'stale'; attempt: StoredAttempt; due: string }

const isOver = () => new AppError(409, 'This payment can’t be completed any more. Reload the page to pay.')

/** Decides under the invoice's lock, so that nobody changes what is being paid between the decision and the capture. */
const begin = async (deps: ReconcileDeps, db: UserDb, invoiceId: number, orderId: string): Promise<Begun> => {
  const invoice = await lockBalance(db, invoiceId)
  const attempt = await findAttemptByRef(db, invoiceId, orderId, 'paypal')
  if (!attempt) throw notFound('Payment')
  if (attempt.status === 'paid' || attempt.status === 'pending') return { step: 'look', attempt }
  if (invoice.status === 'paid' || invoice.due === 0) throw alreadyPaid()
  if (attempt.status !== 'open') throw isOver()
  if (await isUnderReview(db, invoiceId))
    throw new AppError(409, 'A payment for this invoice came in and is being looked at.', { code: 'review' })
  if (attempt.amount !== invoice.due) return { step: 'stale', attempt, due: formatMoney(invoice.due) }
  const provider = await deps.accounts.provider(db, 'paypal')
  if (!provider?.capture || provider.accountId !== attempt.accountId) throw isOver()
  await moveAttempt(db, attempt.id, 'open', 'pending')
  // Whatever happens to this process now: what was captured is found, and what wasn't can be captured again.
  await queueAttemptCheck(db, deps.now(), attempt.id, 1)
  return { step: 'capture', attempt, provider: provider as Extract<Begun, { step: 'capture' }>['provider'] }
}

/**
 * Takes the money of an order that the customer approved, once, for exactly what the invoice asks for at this moment, and records what the provider
 * says of it.
 * @throws AppError 404 when the invoice has no such order, 409 when it may not be taken any more, 422 (`code: 'declined'`) when the customer has to
 *   choose another way to pay; ProviderError when nothing is known yet
 */
export const captureOrder = async (deps: ReconcileDeps, userId: number, invoiceId: number, orderId: string): Promise<void> => {
  const begun = await deps.database.asUser(userId, (db) => begin(deps, db, invoiceId, orderId))
  const { attempt } = begun
  if (begun.step === 'look') return void (await reconcile(deps, userId, attempt.id))
  if (begun.step === 'stale') {
    await closeAttempts(deps, userId, [attempt.id])
    throw new AppError(409, `This invoice now asks for ${begun.due}.`)
  }
  // Whose key takes it is asked about it, even when another takes that key's place meanwhile: nobody else would ever hear of this money.
  const asBegun = withFixedProvider(deps, begun.provider)
  try {
    await begun.provider.capture(orderId, `${attempt.id}:c${attempt.captureTry}`)
  } catch (error) {
    if (error instanceof PaymentDeclined) throw await declined(deps, userId, attempt.id, error)
    if (!(error instanceof ProviderError)) throw error
    // What he refuses wasn't captured by this call, but perhaps by another: only he knows.
    const status = await reconcile(asBegun, userId, attempt.id, { isStillOpen: error.isRefused })
    if (status === 'paid' || status === 'review') return
    if (error.isRefused) throw new AppError(409, 'PayPal didn’t complete this payment. Please try again.')
    throw error
  }
  await reconcile(asBegun, userId, attempt.id)
}

/** The next capture of the order is another one: the answer to this one is kept under its key. */
const declined = async ({ database }: ReconcileDeps, userId: number, attemptId: string, error: PaymentDeclined): Promise<AppError> => {
  await database.asUser(userId, (db) =>
    db.rows(
      `update payment_attempts set status = 'open', capture_try = capture_try + 1, updated_at = now()
       where user_id = $1 and id = $2 and status = 'pending'`,
      [userId, attemptId],
    ),
  )
  return new AppError(422, error.message || 'The payment was declined. Please choose another way to pay.', { code: 'declined' })
}
