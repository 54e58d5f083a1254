import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { giveUp, markAs, openAttemptOf, setAside } from './attempts.ts'
import { type Collectable, lockBalance } from './balance.ts'
import { ProviderError } from './provider.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

/** Closes the attempt under way, if any; when it turns out to have been paid, the payment is recorded instead. */
export const closeAttempt = async (deps: ReconcileDeps, userId: number, invoiceId: number): Promise<void> => {
  const { attempt, provider } = await deps.database.asUser(userId, async (db) => {
    const attempt = await openAttemptOf(db, invoiceId)
    // Only then: a key that can't be opened any more must not stand in the way of an invoice that nobody is paying.
    return { attempt, provider: attempt?.ref ? await deps.cards(db) : null }
  })
  if (!attempt?.ref) return
  // Without its key there is nobody left to ask, and nobody who would hear of a payment there.
  if (attempt.accountId !== provider?.accountId) {
    await deps.database.asUser(userId, (db) => setAside(db, attempt.id, deps.log))
    return
  }
  const end = await provider.close(attempt.ref)
  if (end === 'was-paid') await reconcile(deps, userId, attempt.id)
  else await deps.database.asUser(userId, (db) => markAs(db, attempt.id, 'expired'))
}

/**
 * Does `work` under the invoice's lock at a moment when none of its payment pages is open, so that nobody pays meanwhile what it changes.
 * @throws AppError 409 while a payment is being confirmed, ProviderError when a page can't be closed
 */
export const withoutOpenPage = async <T>(
  deps: ReconcileDeps,
  userId: number,
  invoiceId: number,
  work: (db: UserDb, invoice: Collectable) => Promise<T>,
): Promise<T> => {
  // Another round only when somebody opened a page between the closing and the lock.
  for (let round = 0; round < 5; round++) {
    await closeAttempt(deps, userId, invoiceId)
    const done = await deps.database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      const attempt = await openAttemptOf(db, invoiceId)
      if (attempt?.status === 'pending')
        throw new AppError(409, 'A card payment for this invoice is being confirmed. Please wait until it is.')
      if (attempt?.ref) return null
      // Whoever is asking the provider for this page right now finds it given up, and closes it himself.
      if (attempt) await giveUp(db, attempt.id)
      return { result: await work(db, invoice) }
    })
    if (done) return done.result
  }
  throw new ProviderError('New payment pages for the invoice kept being opened')
}
