import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { findAttempt, moveAttempt, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isFullyRefunded } from '#server/domain/payments/attempts/received-money.ts'
import { claimResponse, readDatabaseClock } from '#server/domain/payments/attempts/responses.ts'
import { bumpInvoiceVersion, lockBalanceIncludingDeleted, lockInvoice } from '#server/domain/payments/balance/balance.ts'
import { updateInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { formatReceived } from '#server/domain/payments/format.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { toAmount } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { closeInvoiceAttempts } from './close-attempts.ts'
import { reconcile } from './reconcile.ts'
import { recordCharge } from './record-charge.ts'

type AttemptOfInvoice = { invoiceId: number; attemptId: string }

const notUnderReview = () => new AppError(409, 'This payment isn’t under review any more. Reload the page to see what became of it.')

/** Under its invoice's lock. @throws AppError 404, 409 when it isn't under review */
const lockReview = async (db: UserDb, { invoiceId, attemptId }: AttemptOfInvoice): Promise<StoredAttempt> => {
  await lockInvoice(db, invoiceId)
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.invoiceId !== invoiceId) throw notFound('Payment')
  if (attempt.status !== 'review') throw notUnderReview()
  return attempt
}

/** With a refused key that can't be done, and must not keep the review open for ever. */
const refreshReview = async (services: Services, userId: number, which: AttemptOfInvoice): Promise<void> => {
  await services.database.asUser(userId, (db) => lockReview(db, which))
  await reconcile(services, userId, which.attemptId).catch((error: unknown) => {
    if (!(error instanceof ProviderError && error.isKeyRefused)) throw error
  })
}

/** A response that was requested before the decision must not start the review again: only later ones are stored from now on. */
const dropEarlierResponses = async (db: UserDb, attemptId: string): Promise<void> => {
  await claimResponse(db, attemptId, await readDatabaseClock(db))
}

/**
 * The money is recorded as it is.
 * @throws AppError 404, 409 when the attempt isn't under review, or when the money is none or in another currency; ProviderError
 */
export const acceptReview = async (services: Services, userId: number, which: AttemptOfInvoice): Promise<void> => {
  await refreshReview(services, userId, which)
  await services.database.asUser(userId, async (db) => {
    const attempt = await lockReview(db, which)
    const received = attempt.found ?? []
    if (received.length === 0) throw new AppError(409, 'No money came that could be accepted. Dismiss this payment instead.')
    if (received.some(({ currency }) => currency !== attempt.currency))
      throw new AppError(
        409,
        `Only ${attempt.currency.toUpperCase()} can be recorded here. Give this payment back, or exchange it and record it by hand.`,
      )
    for (const { ref, amount, currency, refunded, at, paymentIntentId } of received) {
      const charge = { ref, amount, currency, refunded, dispute: null, succeeded: true, fee: null, at: new Date(at) }
      await recordCharge(db, attempt, charge, paymentIntentId, { now: services.now() })
    }
    await moveAttempt(db, attempt.id, 'review', 'paid')
    await dropEarlierResponses(db, attempt.id)
    const after = formatReceived(attempt, received)
    await recordEvent(db, invoiceType, attempt.invoiceId, 'payment accepted', [{ field: 'Payment', before: null, after }])
    await bumpInvoiceVersion(db, attempt.invoiceId)
    await updateInvoiceStatus(services, db, await lockBalanceIncludingDeleted(db, attempt.invoiceId))
    postInvoice(db, attempt.invoiceId, { mayBeLate: true })
  })
  await closeInvoiceAttempts(services, userId, which.invoiceId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    services.log(`A checkout of user ${userId} is still open although a payment was accepted: ${error.message}`)
  })
}

/**
 * Where the account's keys are gone, the review is closed without a refund.
 * @throws AppError 404, 409 when the attempt isn't under review or the provider refuses the refund; ProviderError
 */
export const refuseReview = async (services: Services, userId: number, which: AttemptOfInvoice): Promise<void> => {
  await refreshReview(services, userId, which)
  const { attempt, provider } = await services.database.asUser(userId, async (db) => {
    const attempt = (await findAttempt(db, which.attemptId))!
    return { attempt, provider: await services.accounts.provider(db, attempt.provider) }
  })
  if (attempt.status !== 'review') return
  const isCurrentAccount = provider?.accountId === attempt.accountId
  if (isCurrentAccount)
    await refundAll(provider, attempt).catch(async (error: unknown) => {
      // A definite refusal: a new `updated_at` gives the next try new idempotency keys.
      if (error instanceof AppError) await services.database.asUser(userId, (db) => moveAttempt(db, attempt.id, 'review', 'review'))
      throw error
    })
  await services.database.asUser(userId, async (db) => {
    await lockReview(db, which)
    await moveAttempt(db, attempt.id, 'review', 'failed')
    await dropEarlierResponses(db, attempt.id)
    const received = formatReceived(attempt, attempt.found ?? [])
    const isKept = !isCurrentAccount && attempt.found && attempt.found.length > 0
    const after = isKept ? `${received}: not given back, ${providerLabels[attempt.provider]}'s keys are gone` : received
    await recordEvent(db, invoiceType, attempt.invoiceId, 'payment refused', [{ field: 'Payment', before: null, after }])
    await updateInvoiceStatus(services, db, await lockBalanceIncludingDeleted(db, attempt.invoiceId))
    postInvoice(db, attempt.invoiceId, { mayBeLate: true })
  })
}

/** Each charge has its own idempotency key, so that a repeated call refunds nothing twice. */
const refundAll = async (provider: CheckoutProvider, { id, found, updatedAt }: StoredAttempt): Promise<void> => {
  if (isFullyRefunded(found ?? [])) return
  for (const { ref, amount, currency, refunded } of found ?? []) {
    const rest = toAmount(amount - refunded)
    if (rest <= 0) continue
    const { status, problem } = await provider
      .refund(ref, { amount: rest, currency }, `refuse-${id}-${ref}-${updatedAt.getTime()}`)
      .catch((error: unknown) => {
        if (error instanceof ProviderError && error.isRefused && !error.isKeyRefused)
          throw new AppError(409, `The refund was refused. ${error.message}`)
        throw error
      })
    if (status === 'failed') throw new AppError(409, `The refund failed. ${problem ?? ''}`.trim())
  }
}
