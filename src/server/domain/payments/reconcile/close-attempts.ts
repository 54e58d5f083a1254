import { failAttempt } from '#server/domain/payments/attempts/abandon.ts'
import {
  abandonAttempt,
  findAttempt,
  listActiveAttempts,
  moveAttempt,
  type StoredAttempt,
} from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { ProviderError } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type FetchPaymentDeps, fetchPayment } from './fetch-payment.ts'

const isUnderway = ({ status }: StoredAttempt) => status === 'open' || status === 'pending'

/** Closes one attempt, if it is under way; when it turns out to have been paid, the payment is recorded instead. */
const closeAttempt = async (deps: FetchPaymentDeps, userId: number, attemptId: string): Promise<void> => {
  const { attempt, account } = await deps.database.asUser(userId, async (db) => {
    const attempt = await findAttempt(db, attemptId)
    return { attempt, account: attempt && (await deps.accounts.account(db, attempt.provider)) }
  })
  if (!attempt?.ref || !isUnderway(attempt)) return
  // Without its key there is nobody left to ask, and nobody who would hear of a payment there.
  if (attempt.accountId !== account?.accountId) return deps.database.asUser(userId, (db) => failAttempt(db, attempt.id, deps.log))
  // Money is on its way: there is nothing to be closed, but perhaps something to be learnt.
  if (attempt.status === 'pending') return void (await fetchPayment(deps, userId, attempt.id))
  const provider = await deps.database.asUser(userId, (db) => deps.accounts.provider(db, attempt.provider))
  if ((await provider?.closeCheckout(attempt.ref)) === 'was-paid') await fetchPayment(deps, userId, attempt.id)
  // Not one that a capture was begun of meanwhile.
  else await deps.database.asUser(userId, (db) => moveAttempt(db, attempt.id, 'open', 'expired'))
}

/**
 * Closes these attempts as far as they are under way, all of them even if one can't be.
 * @throws ProviderError when one couldn't be
 */
export const closeAttempts = async (deps: FetchPaymentDeps, userId: number, attemptIds: readonly string[]): Promise<void> => {
  const ends = await Promise.allSettled(attemptIds.map((id) => closeAttempt(deps, userId, id)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The same for all attempts of an invoice. */
export const closeInvoiceAttempts = async (deps: FetchPaymentDeps, userId: number, invoiceId: number): Promise<void> => {
  const underway = await deps.database.asUser(userId, (db) => listActiveAttempts(db, invoiceId))
  await closeAttempts(
    deps,
    userId,
    underway.map(({ id }) => id),
  )
}

/**
 * Does `work` under the invoice's lock at a moment when none of its payment pages is open, so that nobody pays meanwhile what it changes.
 * @throws AppError 409 while a payment is being confirmed, ProviderError when a page can't be closed
 */
export const withPagesClosedForInvoice = async <T>(
  deps: FetchPaymentDeps,
  userId: number,
  invoiceId: number,
  work: (db: UserDb, invoice: InvoiceBalance) => Promise<T>,
): Promise<T> => {
  // Another round only when somebody opened a page between the closing and the lock.
  for (let round = 0; round < 5; round++) {
    await closeInvoiceAttempts(deps, userId, invoiceId)
    const done = await deps.database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      const attempts = await listActiveAttempts(db, invoiceId)
      if (attempts.some(({ status }) => status === 'pending'))
        throw new AppError(409, 'A payment for this invoice is being confirmed. Please wait until it is.')
      if (attempts.some(({ ref }) => ref)) return null
      // Whoever is asking the provider for a page right now finds it given up, and closes it himself; unless he got it in this very moment.
      for (const attempt of attempts) if (!(await abandonAttempt(db, attempt.id))) return null
      return { result: await work(db, invoice) }
    })
    if (done) return done.result
  }
  throw new ProviderError('New payment pages for the invoice kept being opened')
}
