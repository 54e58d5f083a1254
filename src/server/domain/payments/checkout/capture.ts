import { findAttemptByRef, isUnderReview, moveAttempt, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { isPayable } from '#server/domain/payments/instalments/instalments.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { PaymentDeclined, ProviderError } from '#server/domain/payments/provider-error.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { withFixedProvider } from './close-checkouts.ts'
import { amountChanged, orderClosed, underReview } from './errors.ts'

type CapturingProvider = CheckoutProvider & Required<Pick<CheckoutProvider, 'capture'>>

type Step =
  | { step: 'capture'; attempt: StoredAttempt; provider: CapturingProvider }
  | { step: 'reconcile'; attempt: StoredAttempt }
  | { step: 'close'; attempt: StoredAttempt; invoice: InvoiceBalance }

/** Under the invoice's lock. The order is pending before a capture, so that the invoice can't change meanwhile. */
const startCapture = async (services: Services, db: UserDb, invoiceId: number, orderId: string): Promise<Step> => {
  const invoice = await lockBalance(db, invoiceId)
  const attempt = await findAttemptByRef(db, invoiceId, orderId, 'paypal')
  if (!attempt) throw notFound('Payment')
  if (attempt.status === 'paid' || attempt.status === 'pending') return { step: 'reconcile', attempt }
  if (invoice.status === 'paid' || invoice.due === 0) throw refusePayment(invoice)
  if (attempt.status !== 'open') throw orderClosed()
  if (await isUnderReview(db, invoiceId)) throw underReview()
  if (!(await isPayable(db, invoice, attempt.amount))) return { step: 'close', attempt, invoice }
  const provider = await services.accounts.provider(db, 'paypal')
  if (!provider?.capture || provider.accountId !== attempt.accountId) throw orderClosed()
  await moveAttempt(db, attempt.id, 'open', 'pending')
  // If this process dies during the capture, the check finds out whether it was captured.
  await queueAttemptCheck(db, services.now(), attempt.id, 1)
  return { step: 'capture', attempt, provider: provider as CapturingProvider }
}

/**
 * Captures only what is due, once. @throws AppError 404 without such an order, 409 when it can't be captured any more, 422 (`code:
 * 'declined'`) when the customer has to choose another payment method; ProviderError when the outcome is unknown
 */
export const captureOrder = async (services: Services, userId: number, invoiceId: number, orderId: string): Promise<void> => {
  const step = await services.database.asUser(userId, (db) => startCapture(services, db, invoiceId, orderId))
  const { attempt } = step
  if (step.step === 'reconcile') return void (await reconcile(services, userId, attempt.id))
  if (step.step === 'close') {
    await closeAttempts(services, userId, [attempt.id])
    throw amountChanged(step.invoice)
  }
  // Reconciled with the same key, even if another key is saved meanwhile, which could not read this order.
  const sameKey = withFixedProvider(services, step.provider)
  try {
    await step.provider.capture(orderId, `${attempt.id}:c${attempt.captureTry}`)
  } catch (error) {
    if (error instanceof PaymentDeclined) throw await reopenAfterDecline(services, userId, attempt.id, error)
    if (!(error instanceof ProviderError)) throw error
    // A refused capture may have been made by an earlier call: only the provider knows.
    const status = await reconcile(sameKey, userId, attempt.id, { isCaptureRefused: error.isRefused })
    if (status === 'paid' || status === 'review') return
    if (error.isRefused) throw new AppError(409, 'PayPal didn’t complete this payment. Please try again.')
    throw error
  }
  await reconcile(sameKey, userId, attempt.id)
}

/** The next capture needs a new idempotency key: PayPal repeats the decline for this one. */
const reopenAfterDecline = async ({ database }: Services, userId: number, attemptId: string, error: PaymentDeclined): Promise<AppError> => {
  await database.asUser(userId, (db) => {
    db.announce('payments')
    return db.rows(
      `update payment_attempts set status = 'open', capture_try = capture_try + 1, updated_at = now()
       where user_id = $1 and id = $2 and status = 'pending'`,
      [userId, attemptId],
    )
  })
  return new AppError(422, error.message || 'The payment was declined. Please choose another way to pay.', { code: 'declined' })
}
