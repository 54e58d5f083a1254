import { lockKeysShared } from '#server/domain/payments/accounts/lock.ts'
import { abandonAttempt, failAttempt, markAttemptOpen, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { queueComparison } from '#server/domain/payments/comparison/queue.ts'
import type { CheckoutDetails, CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { Currency } from '#shared/currencies.ts'

/** The checkout expires 23 hours after its attempt was created, so an attempt that was never opened becomes useless. */
const maxAgeMs = 12 * 3_600_000

/** @returns null when it was abandoned: then create a new one @throws ProviderError; the next try repeats the call with the same key */
export const openAttempt = async (
  { database, accounts, publicUrl, now, log }: Services & { publicUrl: () => URL },
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
  details: CheckoutDetails,
): Promise<{ ref: string; url: string | null } | null> => {
  const abandon = () => database.asUser(userId, (db) => abandonAttempt(db, attempt.id))
  if (now().getTime() - attempt.createdAt.getTime() > maxAgeMs) {
    await abandon()
    return null
  }
  const opened = await provider.openCheckout(attempt, details).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError && error.isKeySpent)) throw error
    await abandon()
    return null
  })
  if (!opened) return null
  const isStored = await database.asUser(userId, async (db) => {
    await lockKeysShared(db)
    // The keys may have changed during the call: the checkout of another account could not be fetched or closed later.
    const account = await accounts.account(db, attempt.provider)
    const isSandboxOff = account?.sandbox === true && (await accounts.offered(db, attempt.currency.toUpperCase() as Currency)).length === 0
    const isCurrent = account?.accountId === provider.accountId && !isSandboxOff
    const isOpen = isCurrent && (await markAttemptOpen(db, attempt.id, opened))
    if (!isCurrent) await failAttempt(db, attempt.id, log)
    if (!isOpen) return false
    await queueAttemptCheck(db, now(), attempt.id, 1)
    await queueWebhookRegistration(db, account, publicUrl())
    await queueComparison(db, now(), attempt.provider)
    return true
  })
  if (isStored) return opened
  await provider.closeCheckout(opened.ref)
  return null
}
