import { z } from 'zod'
import { type Business, businessOf } from '#server/platform/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueue, job, runner } from '#server/platform/jobs.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { giveUp, insertAttempt, isUnderReview, markOpen, openAttemptOf, setAside } from './attempts.ts'
import { type Collectable, lockBalance } from './balance.ts'
import { closeAttempt } from './close.ts'
import type { Cards } from './credentials.ts'
import { type Attempt, type Bill, type CheckoutProvider, ProviderError } from './provider.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

export type CheckoutDeps = ReconcileDeps & Pick<Cards, 'cardAccount' | 'offeredCardAccount'> & { publicUrl: () => URL }

/** Looks what became of an attempt while nobody is looking: browsers get closed and messages get lost. */
const checkAttemptJob = job('payments.check', { attemptId: z.string(), round: z.int() })

/** Soon at first, then hourly for two days (a page lives for one), then daily for what banks take weeks to confirm; then no more. */
const pauseMinutes = (round: number): number | null => [1, 5, 15][round - 1] ?? (round <= 50 ? 60 : round <= 80 ? 1440 : null)

/** Looks after an attempt by itself; `round` counts how often. */
export const queueCheck = async (db: UserDb, now: Date, attemptId: string, round: number) => {
  const pause = pauseMinutes(round)
  if (pause === null) return
  const runAt = new Date(now.getTime() + pause * 60_000)
  await enqueue(db, checkAttemptJob, { userId: db.userId, attemptId, round }, { key: `check-${attemptId}-${round}`, runAt })
}

export const checkAttemptRunner = (deps: ReconcileDeps) =>
  runner(checkAttemptJob, async ({ userId, attemptId, round }) => {
    const status = await reconcile(deps, userId, attemptId)
    if (status === 'open' || status === 'pending')
      await deps.database.asUser(userId, (db) => queueCheck(db, deps.now(), attemptId, round + 1))
  })

/**
 * The address of the provider's page for what the invoice asks for right now. A page that is open for the same amount is used again;
 * one for another amount is closed first, so that nobody ever pays an old sum.
 * @returns null when nothing is left to pay
 * @throws AppError 409 when payments aren't set up or the sum is too small, ProviderError when the provider can't be asked
 */
export const openCheckout = async (deps: CheckoutDeps, userId: number, invoiceId: number): Promise<string | null> => {
  const { database, cards, offeredCardAccount, log } = deps
  // Each round ends with an answer or with one obstacle less; more rounds than these would mean that others keep changing the invoice.
  for (let round = 0; round < 5; round++) {
    const step = await database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      // A refund leaves a paid invoice paid: whether it is asked for again is the owner's to say.
      if (invoice.due === 0 || invoice.status === 'paid') return null
      if (await isUnderReview(db, invoiceId)) throw new AppError(409, 'A payment for this invoice came in and is being looked at.')
      const provider = (await offeredCardAccount(db)) && (await cards(db))
      if (!provider) throw new AppError(409, 'Online payment is not set up for this business.')
      const underway = await openAttemptOf(db, invoiceId)
      const attempt = underway?.accountId === provider.accountId ? underway : null
      if (underway && !attempt) await setAside(db, underway.id, log)
      if (!attempt && invoice.due < provider.minimum) throw new AppError(409, `Card payments start at ${showMoney(provider.minimum)}.`)
      const business = await businessOf(db)
      return { invoice, provider, business, attempt: attempt ?? (await insertAttempt(db, invoice, provider, invoice.due)) }
    })
    if (!step) return null
    const { invoice, provider, business, attempt } = step

    if (!attempt.ref) {
      const url = await openPage(deps, userId, provider, attempt, billOf(deps, invoice, business))
      if (url && attempt.amount === invoice.due) return url
      continue
    }

    const status = await reconcile(deps, userId, attempt.id)
    if (status === 'pending') throw new AppError(409, 'A payment for this invoice is being confirmed. Please wait a moment.')
    if (status !== 'open') continue
    if (attempt.amount === invoice.due) return attempt.url
    await closeAttempt(deps, userId, invoiceId)
  }
  throw new ProviderError('The invoice kept changing while its payment page was opened')
}

const billOf = ({ publicUrl }: CheckoutDeps, invoice: Collectable, business: Business): Bill => ({
  title: `Invoice ${invoice.number}`,
  businessName: business.name,
  customerEmail: invoice.customerEmail,
  successUrl: new URL(`/payment-success?invoice=${invoice.publicId}&session_id={CHECKOUT_SESSION_ID}`, publicUrl()).href.replace(
    '%7BCHECKOUT_SESSION_ID%7D',
    '{CHECKOUT_SESSION_ID}',
  ),
  cancelUrl: new URL(payPath(invoice.publicId), publicUrl()).href,
})

/** An attempt that no provider has answered for so long can't be asked for again: its page would have to live in the past. */
const tooOldMs = 12 * 3_600_000

/**
 * Asks the provider for the attempt's page and keeps its address.
 * @returns null when the attempt had to be given up, so that a new one is due
 * @throws ProviderError when the provider can't be asked; the attempt stays, and the next try says the same again
 */
const openPage = async (
  { database, cardAccount, now, log }: CheckoutDeps,
  userId: number,
  provider: CheckoutProvider,
  attempt: Attempt,
  bill: Bill,
): Promise<string | null> => {
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
    // The keys may have changed while he was asked: nobody could be asked about this page.
    const isPresent = (await cardAccount(db))?.accountId === provider.accountId
    const open = isPresent && (await markOpen(db, attempt.id, opened))
    if (!isPresent) await setAside(db, attempt.id, log)
    if (open) await queueCheck(db, now(), attempt.id, 1)
    return open
  })
  if (isOurs) return opened.url
  await provider.close(opened.ref)
  return null
}
