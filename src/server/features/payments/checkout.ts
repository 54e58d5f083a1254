import { z } from 'zod'
import { businessOf } from '#server/platform/business.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueue, job, runner } from '#server/platform/jobs.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { insertAttempt, markAs, markOpen, openAttemptOf } from './attempts.ts'
import { lockBalance } from './balance.ts'
import { ProviderError } from './provider.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

export type CheckoutDeps = ReconcileDeps & { publicUrl: () => URL }

/** Looks what became of an attempt while nobody is looking: browsers get closed and messages get lost. */
const checkAttemptJob = job('payments.check', { attemptId: z.string(), round: z.int() })
const pausesMinutes = [1, 5, 15, 60]
const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

export const checkAttemptRunner = (deps: ReconcileDeps) =>
  runner(checkAttemptJob, async ({ userId, attemptId, round }) => {
    const status = await reconcile(deps, userId, attemptId)
    if (status !== 'open' && status !== 'pending') return
    const pause = pausesMinutes[Math.min(round, pausesMinutes.length - 1)]!
    await deps.database.asUser(userId, (db) =>
      enqueue(
        db,
        checkAttemptJob,
        { userId, attemptId, round: round + 1 },
        { key: `check-${attemptId}-${round + 1}`, runAt: inMinutes(deps.now(), pause) },
      ),
    )
  })

/**
 * The address of the provider's page for what the invoice asks for right now. A page that is open for the same amount is used again;
 * one for another amount is closed first, so that nobody ever pays an old sum.
 * @returns null when nothing is left to pay
 * @throws AppError 409 when payments aren't set up or the sum is too small, ProviderError when the provider can't be asked
 */
export const openCheckout = async (deps: CheckoutDeps, userId: number, invoiceId: number): Promise<string | null> => {
  const { database, cards, publicUrl, now } = deps
  // Each round ends with an answer or with one obstacle less; more rounds than these would mean that others keep changing the invoice.
  for (let round = 0; round < 5; round++) {
    const step = await database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      if (invoice.due === 0) return null
      const provider = await cards(db)
      if (!provider) throw new AppError(409, 'Online payment is not set up for this business.')
      const attempt = await openAttemptOf(db, invoiceId)
      if (!attempt && invoice.due < provider.minimum) throw new AppError(409, `Card payments start at ${showMoney(provider.minimum)}.`)
      const business = await businessOf(db)
      return { invoice, provider, business, attempt: attempt ?? (await insertAttempt(db, invoice, provider, invoice.due)) }
    })
    if (!step) return null
    const { invoice, provider, business, attempt } = step

    if (!attempt.ref) {
      const page = publicUrl()
      const opened = await provider.open(attempt, {
        title: `Invoice ${invoice.number}`,
        businessName: business.name,
        customerEmail: invoice.customerEmail,
        successUrl: new URL(`/payment-success?invoice=${invoice.publicId}&session_id={CHECKOUT_SESSION_ID}`, page).href.replace(
          '%7BCHECKOUT_SESSION_ID%7D',
          '{CHECKOUT_SESSION_ID}',
        ),
        cancelUrl: new URL(payPath(invoice.publicId), page).href,
      })
      await database.asUser(userId, async (db) => {
        await markOpen(db, attempt.id, opened)
        await enqueue(
          db,
          checkAttemptJob,
          { userId, attemptId: attempt.id, round: 1 },
          { key: `check-${attempt.id}-1`, runAt: inMinutes(now(), pausesMinutes[0]!) },
        )
      })
      if (attempt.amount === invoice.due) return opened.url
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

/** Closes the attempt under way, if any; when it turns out to have been paid, the payment is recorded instead. */
export const closeAttempt = async (deps: ReconcileDeps, userId: number, invoiceId: number): Promise<void> => {
  const open = await deps.database.asUser(userId, async (db) => ({
    attempt: await openAttemptOf(db, invoiceId),
    provider: await deps.cards(db),
  }))
  if (!open.attempt?.ref || !open.provider) return
  const { id, ref } = open.attempt
  if ((await open.provider.close(ref)) === 'was-paid') await reconcile(deps, userId, id)
  else await deps.database.asUser(userId, (db) => markAs(db, id, 'expired'))
}
