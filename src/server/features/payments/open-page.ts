import { giveUp, type KeptAttempt, markOpen } from './attempts.ts'
import { queueCompare } from './compare/queue.ts'
import { lockKeysAsTheyAre } from './keys/lock.ts'
import { queueCheck } from './look-again.job.ts'
import { type Bill, type CheckoutProvider, ProviderError } from './provider.ts'
import type { ReconcileDeps } from './reconcile.ts'
import { setAside } from './set-aside.ts'
import { queueWebhook } from './webhooks/register.job.ts'

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
  attempt: KeptAttempt,
  bill: Bill,
): Promise<{ ref: string; url: string | null } | null> => {
  const abandon = () => database.asUser(userId, (db) => giveUp(db, attempt.id))
  if (now().getTime() - attempt.createdAt.getTime() > tooOldMs) {
    await abandon()
    return null
  }
  const opened = await provider.open(attempt, bill).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError && error.isSpent)) throw error
    await abandon()
    return null
  })
  if (!opened) return null
  const isOurs = await database.asUser(userId, async (db) => {
    await lockKeysAsTheyAre(db)
    // They may have changed while he was asked: nobody could be asked about this page.
    const account = await accounts.account(db, attempt.provider)
    // Nor does anybody get a page for play money after the sandbox was switched off.
    const isOver = account?.sandbox === true && (await accounts.offered(db)).length === 0
    const isPresent = account?.accountId === provider.accountId && !isOver
    const open = isPresent && (await markOpen(db, attempt.id, opened))
    if (!isPresent) await setAside(db, attempt.id, log)
    if (!open) return false
    await queueCheck(db, now(), attempt.id, 1)
    await queueWebhook(db, account, publicUrl())
    await queueCompare(db, now(), attempt.provider)
    return true
  })
  if (isOurs) return opened
  await provider.close(opened.ref)
  return null
}
