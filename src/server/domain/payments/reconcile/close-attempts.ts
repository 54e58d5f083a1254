import { abandonAttempt, failAttempt, findAttempt, listActiveAttempts, moveAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { requireWriteAccess } from '#server/platform/db/write-check.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fetchPayment } from './fetch-payment.ts'

/** If it turns out to be paid, the payment is recorded instead. */
const closeAttempt = async (services: Services, userId: number, attemptId: string): Promise<void> => {
  const { attempt, account } = await services.database.asUser(userId, async (db) => {
    const attempt = await findAttempt(db, attemptId)
    return { attempt, account: attempt && (await services.accounts.account(db, attempt.provider)) }
  })
  if (!attempt?.ref || (attempt.status !== 'open' && attempt.status !== 'pending')) return
  if (attempt.accountId !== account?.accountId) return services.database.asUser(userId, (db) => failAttempt(db, attempt.id, services.log))
  // A pending payment can't be closed, but it may have been confirmed or declined by now.
  if (attempt.status === 'pending') return void (await fetchPayment(services, userId, attempt.id))
  const provider = await services.database.asUser(userId, (db) => services.accounts.provider(db, attempt.provider))
  if ((await provider?.closeCheckout(attempt.ref)) === 'was-paid') await fetchPayment(services, userId, attempt.id)
  // Only from 'open': its capture may have begun meanwhile.
  else await services.database.asUser(userId, (db) => moveAttempt(db, attempt.id, 'open', 'expired'))
}

/** A failure of one doesn't keep the others open. @throws ProviderError when one couldn't be closed */
export const closeAttempts = async (services: Services, userId: number, attemptIds: readonly string[]): Promise<void> => {
  const results = await Promise.allSettled(attemptIds.map((id) => closeAttempt(services, userId, id)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** @throws ProviderError when one couldn't be closed */
export const closeInvoiceAttempts = async (services: Services, userId: number, invoiceId: number): Promise<void> => {
  const active = await services.database.asUser(userId, (db) => listActiveAttempts(db, invoiceId))
  const ids = active.map(({ id }) => id)
  await closeAttempts(services, userId, ids)
}

/**
 * Call it under the invoice's lock, after `closeInvoiceAttempts`.
 * @returns false when one was opened in the meantime @throws AppError 409 while a payment is being confirmed
 */
export const haveCheckoutsClosed = async (db: UserDb, invoiceId: number): Promise<boolean> => {
  const attempts = await listActiveAttempts(db, invoiceId)
  if (attempts.some(({ status }) => status === 'pending'))
    throw new AppError(409, 'A payment for this invoice is being confirmed. Please wait until it is.')
  if (attempts.some(({ ref }) => ref)) return false
  // A request that is opening a checkout right now finds its attempt abandoned and closes the checkout itself, unless it was faster.
  for (const attempt of attempts) if (!(await abandonAttempt(db, attempt.id))) return false
  return true
}

/**
 * `work` runs under the invoice's lock while none of its checkouts is open, so that no customer pays what it changes.
 * @throws AppError 403 for an API token that may not change invoices, 404, 409 while a payment is being confirmed; ProviderError when a
 * checkout can't be closed
 */
export const withClosedCheckouts = async <T>(
  services: Services,
  userId: number,
  invoiceId: number,
  work: (db: UserDb, invoice: InvoiceBalance) => Promise<T>,
): Promise<T> => {
  requireWriteAccess('invoices')
  // Another round only when a checkout was opened between the closing and the lock.
  for (let round = 0; round < 5; round++) {
    await closeInvoiceAttempts(services, userId, invoiceId)
    const done = await services.database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      return (await haveCheckoutsClosed(db, invoiceId)) ? { result: await work(db, invoice) } : null
    })
    if (done) return done.result
  }
  throw new ProviderError('New checkouts for the invoice kept being opened')
}
