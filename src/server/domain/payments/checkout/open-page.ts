import { lockKeysShared } from '#server/domain/payments/accounts/lock.ts'
import { failAttempt } from '#server/domain/payments/attempts/abandon.ts'
import { abandonAttempt, markAttemptOpen, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { queueComparison } from '#server/domain/payments/comparison/queue.ts'
import { type CheckoutDetails, type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'

/** An attempt that no provider has answered for so long can't be asked for again: its page would have to live in the past. */
const tooOldMs = 12 * 3_600_000

/**
 * Asks the provider for the attempt's page and keeps its address.
 * @returns null when the attempt had to be given up, so that a new one is due
 * @throws ProviderError when the provider can't be asked; the attempt stays, and the next try says the same again
 */
export const openPage = async (
  { database, accounts, publicUrl, now, log }: ReconcileDeps & { publicUrl: () => URL },
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
  bill: CheckoutDetails,
): Promise<{ ref: string; url: string | null } | null> => {
  const abandon = () => database.asUser(userId, (db) => abandonAttempt(db, attempt.id))
  if (now().getTime() - attempt.createdAt.getTime() > tooOldMs) {
    await abandon()
    return null
  }
  const opened = await provider.openCheckout(attempt, bill).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError && error.isKeySpent)) throw error
    await abandon()
    return null
  })
  if (!opened) return null
  const isOurs = await database.asUser(userId, async (db) => {
    await lockKeysShared(db)
    // They may have changed while he was asked: nobody could be asked about this page.
    const account = await accounts.account(db, attempt.provider)
    // Nor does anybody get a page for play money after the sandbox was switched off.
    const isOver = account?.sandbox === true && (await accounts.offered(db)).length === 0
    const isPresent = account?.accountId === provider.accountId && !isOver
    const open = isPresent && (await markAttemptOpen(db, attempt.id, opened))
    if (!isPresent) await failAttempt(db, attempt.id, log)
    if (!open) return false
    await queueAttemptCheck(db, now(), attempt.id, 1)
    await queueWebhookRegistration(db, account, publicUrl())
    await queueComparison(db, now(), attempt.provider)
    return true
  })
  if (isOurs) return opened
  await provider.closeCheckout(opened.ref)
  return null
}
