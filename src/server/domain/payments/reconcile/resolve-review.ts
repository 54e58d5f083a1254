import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { claimAnswer, readDatabaseClock } from '#server/domain/payments/attempts/answers.ts'
import { findAttempt, moveAttempt, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isFullyRefunded } from '#server/domain/payments/attempts/received-money.ts'
import { bumpInvoiceVersion, lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { updateInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { cents } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { closeInvoiceAttempts } from './close-attempts.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'
import { recordCharge } from './record-charge.ts'
import { describeReceived } from './report-verdict.ts'

type Which = { invoiceId: number; attemptId: string }

const decided = () => new AppError(409, 'This payment isn’t under review any more. Reload the page to see what became of it.')

/** The attempt, under its invoice's lock. @throws AppError 404, 409 when there is no question open */
const questioned = async (db: UserDb, { invoiceId, attemptId }: Which): Promise<StoredAttempt> => {
  await db.rows('select 1 from invoices where user_id = $1 and id = $2 for update', [db.userId, invoiceId])
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.invoiceId !== invoiceId) throw notFound('Payment')
  if (attempt.status !== 'review') throw decided()
  return attempt
}

/** As the provider has it now, if he can be asked: an account that is gone must not keep its question open for ever. */
const refreshed = async (deps: ReconcileDeps, userId: number, which: Which): Promise<void> => {
  await deps.database.asUser(userId, (db) => questioned(db, which))
  await reconcile(deps, userId, which.attemptId).catch((error: unknown) => {
    if (!(error instanceof ProviderError && error.isKeyRefused)) throw error
  })
}

/**
 * The owner takes what came for what was asked: it is recorded as it is.
 * @throws AppError 404, 409 when there is no question, no money, or money in another currency; ProviderError when the provider can't be asked
 */
export const acceptAttempt = async (deps: ReconcileDeps, userId: number, which: Which): Promise<void> => {
  await refreshed(deps, userId, which)
  await deps.database.asUser(userId, async (db) => {
    const attempt = await questioned(db, which)
    const found = attempt.found ?? []
    if (found.length === 0) throw new AppError(409, 'No money came that could be accepted. Dismiss this payment instead.')
    if (found.some(({ currency }) => currency !== 'usd'))
      throw new AppError(409, 'Only US dollars can be recorded here. Give this payment back, or exchange it and record it by hand.')
    for (const { ref, amount, currency, refunded, at, paymentIntentId } of found)
      await recordCharge(
        db,
        attempt,
        { ref, amount, currency, refunded, dispute: null, succeeded: true, at: new Date(at) },
        paymentIntentId,
        { now: deps.now() },
      )
    await moveAttempt(db, attempt.id, 'review', 'paid')
    await outdateAnswers(db, attempt.id)
    const after = describeReceived(attempt, found)
    await recordEvent(db, invoiceType, attempt.invoiceId, 'payment accepted', [{ field: 'Payment', before: null, after }])
    await bumpInvoiceVersion(db, attempt.invoiceId)
    await updateInvoiceStatus(deps, db, await lockBalanceIncludingDeleted(db, attempt.invoiceId))
  })
  await closeInvoiceAttempts(deps, userId, which.invoiceId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log(`A payment page of user ${userId} is still open although a payment was accepted: ${error.message}`)
  })
}

/**
 * The owner gives back what came, all of it, through the provider that took it; where its keys are gone, he only says that the matter is closed.
 * @throws AppError 404, 409 when there is no question or the provider refuses; ProviderError when he can't be asked
 */
export const refuseAttempt = async (deps: ReconcileDeps, userId: number, which: Which): Promise<void> => {
  await refreshed(deps, userId, which)
  const { attempt, provider } = await deps.database.asUser(userId, async (db) => {
    const attempt = await findAttempt(db, which.attemptId)
    return { attempt: attempt!, provider: await deps.accounts.provider(db, attempt!.provider) }
  })
  if (attempt.status !== 'review') return
  const isPresent = provider?.accountId === attempt.accountId
  if (isPresent)
    await giveBack(provider, attempt).catch(async (error: unknown) => {
      if (error instanceof AppError) await deps.database.asUser(userId, (db) => moveAttempt(db, attempt.id, 'review', 'review'))
      throw error
    })
  await deps.database.asUser(userId, async (db) => {
    await questioned(db, which)
    await moveAttempt(db, attempt.id, 'review', 'failed')
    await outdateAnswers(db, attempt.id)
    const said = describeReceived(attempt, attempt.found ?? [])
    const after =
      isPresent || !attempt.found?.length ? said : `${said}: not given back, ${providerLabels[attempt.provider]}'s keys are gone`
    await recordEvent(db, invoiceType, attempt.invoiceId, 'payment refused', [{ field: 'Payment', before: null, after }])
    await updateInvoiceStatus(deps, db, await lockBalanceIncludingDeleted(db, attempt.invoiceId))
  })
}

/** Whoever asked before the decision would put the question anew; whoever asks from now on hears what came of it. */
const outdateAnswers = async (db: UserDb, attemptId: string): Promise<void> => {
  await claimAnswer(db, attemptId, await readDatabaseClock(db))
}

/** Each charge under a key of its own, so that a lost answer gives back nothing twice; a new question, or a definite no, asks anew. */
const giveBack = async (provider: CheckoutProvider, { id, found, updatedAt }: StoredAttempt): Promise<void> => {
  if (isFullyRefunded(found ?? [])) return
  for (const { ref, amount, refunded } of found ?? []) {
    const rest = cents(amount - refunded)
    if (rest <= 0) continue
    const { status, problem } = await provider.refund(ref, rest, `refuse-${id}-${ref}-${updatedAt.getTime()}`).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isRefused && !error.isKeyRefused)
        throw new AppError(409, `The refund was refused. ${error.message}`)
      throw error
    })
    if (status === 'failed') throw new AppError(409, `The refund failed. ${problem ?? ''}`.trim())
  }
}
