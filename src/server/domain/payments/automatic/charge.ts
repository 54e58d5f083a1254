import {
  findAttempt,
  insertAttempt,
  refuseCardPayment,
  type StoredAttempt,
  saveCardPaymentRef,
} from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance, lockInvoice } from '#server/domain/payments/balance/balance.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { withClosedCheckouts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { findCard, revokeCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { look } from './look.ts'
import {
  type AutomaticPayment,
  findAutomaticPayment,
  lockAutomaticPayment,
  queueCustomerEmail,
  runJob,
  saveState,
  stopPayment,
} from './store.ts'

const hourMs = 3_600_000
/** The provider keeps idempotency keys for a day; later a repeated call would be a second charge. */
const maxRepeatMs = 12 * hourMs
/** After so long a call whose answer was lost has ended at the provider. */
const lostAfterMs = hourMs
/** The days from a decline to the next try, until it is given up. */
const retryDays = [3, 5, 7]

const unreachable = 'Stripe could not be reached.'

const inOneHour = (now: Date): Date => new Date(now.getTime() + hourMs)

/**
 * The attempt's id is the idempotency key, so it is stored before the card is charged. While it is pending, the customer can't pay and the
 * owner can't edit the invoice. Call it under the invoice's lock.
 */
const decide = async (services: Services, db: UserDb, invoice: InvoiceBalance, mayCharge: boolean): Promise<'charge' | 'done'> => {
  const payment = await lockAutomaticPayment(db, invoice.id)
  if (payment?.status !== 'announced') return 'done'
  const verdict = await look(services, db, payment, invoice)
  if (verdict.what === 'wait') await saveState(db, payment, { nextAt: verdict.until })
  if (verdict.what === 'stop') await stopPayment(db, payment, verdict.problem, verdict.tells)
  if (verdict.what !== 'charge') return 'done'
  if (!mayCharge) return 'charge'
  const attempt = await insertAttempt(db, invoice, verdict.provider, invoice.due, {
    customerRef: verdict.card.customerRef,
    createdAt: services.now(),
  })
  // Also the time at which the job looks whether the charge has ended, should this process die.
  const nextAt = inOneHour(services.now())
  await saveState(db, payment, { status: 'charging', attemptId: attempt.id, tries: payment.tries + 1, nextAt })
  return 'charge'
}

/** @returns whether the card is charged now */
const begin = async (services: Services, userId: number, documentId: number): Promise<boolean> => {
  const { database, now } = services
  try {
    // The first look only decides whether the customer's open checkout has to be closed.
    const first = await database.asUser(userId, async (db) => decide(services, db, await lockBalance(db, documentId), false))
    if (first === 'done') return false
    return (await withClosedCheckouts(services, userId, documentId, (db, invoice) => decide(services, db, invoice, true))) === 'charge'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await database.asUser(userId, async (db) => {
      await lockInvoice(db, documentId)
      const payment = await lockAutomaticPayment(db, documentId)
      if (payment?.status !== 'announced') return
      if (error.status === 404) await stopPayment(db, payment, 'The invoice was deleted.', 'neither')
      // The customer is paying.
      else await saveState(db, payment, { nextAt: inOneHour(now()) })
    })
    return false
  }
}

type Charging = {
  payment: AutomaticPayment
  attempt: StoredAttempt
  card: SavedCard | null
  provider: CheckoutProvider | null
  number: string
}

const readCharging = async ({ accounts }: Services, db: UserDb, documentId: number): Promise<Charging | null> => {
  const payment = await findAutomaticPayment(db, documentId)
  const attempt = payment?.status === 'charging' && payment.attemptId !== null ? await findAttempt(db, payment.attemptId) : null
  if (!payment || !attempt) return null
  const [document] = await db.rows<{ number: string }>('select number from documents where user_id = $1 and id = $2', [
    db.userId,
    documentId,
  ])
  return {
    payment,
    attempt,
    card: await findCard(db, payment.cardId),
    provider: await accounts.provider(db, 'stripe'),
    number: document!.number,
  }
}

/** Asks the provider for the charge, with the same key each time. A card that was removed meanwhile is not asked for again. */
const requestCharge = async ({ database, now }: Services, userId: number, { attempt, card, provider, number }: Charging): Promise<void> => {
  const isYoung = now().getTime() - attempt.createdAt.getTime() < maxRepeatMs
  if (attempt.ref !== null || attempt.status !== 'pending' || !isYoung || !card || card.revokedAt !== null) return
  if (!provider?.chargeCard || provider.accountId !== attempt.accountId) return
  try {
    const { ref } = await provider.chargeCard(attempt, card, { description: `Invoice ${number}` })
    await database.asUser(userId, (db) => saveCardPaymentRef(db, attempt.id, ref))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The provider has stored an error for this key: only its list of payments tells whether there is one.
    if (error.isKeySpent) return
    // A refused API key says nothing about an earlier call.
    if (!error.isRefused || error.isKeyRefused) throw error
    const message = `Stripe can't charge the card: ${error.message}`
    await database.asUser(userId, (db) => refuseCardPayment(db, attempt.id, { kind: 'hard', message }))
  }
}

const settle = async (services: Services, db: UserDb, documentId: number): Promise<void> => {
  await lockInvoice(db, documentId)
  const payment = await lockAutomaticPayment(db, documentId)
  if (payment?.status !== 'charging') return
  const attempt = (await findAttempt(db, payment.attemptId!))!
  const now = services.now()
  if (attempt.status === 'paid') return saveState(db, payment, { status: 'paid', nextAt: null, problem: null })
  if (attempt.status === 'review') return stopPayment(db, payment, 'The payment needs your decision.', 'neither')
  if (attempt.status === 'pending') {
    if (attempt.ref !== null || now.getTime() - attempt.createdAt.getTime() < lostAfterMs)
      return saveState(db, payment, { nextAt: inOneHour(now) })
    // The provider has no such payment.
    await refuseCardPayment(db, attempt.id, { kind: 'soft', message: unreachable })
  }
  const decline = attempt.decline ?? 'soft'
  const problem = attempt.problem ?? (attempt.status === 'pending' ? unreachable : 'The payment was not made.')
  if (decline === 'authentication') {
    await saveState(db, payment, { status: 'customer', nextAt: null, problem })
    return queueCustomerEmail(db, documentId, true)
  }
  const days = retryDays[payment.tries - 1]
  if (decline === 'soft' && days !== undefined)
    return saveState(db, payment, { status: 'announced', nextAt: new Date(now.getTime() + days * 24 * hourMs), problem })
  const card = decline === 'hard' ? await findCard(db, payment.cardId) : null
  if (card) await revokeCard(db, card, 'billfold', problem)
  await stopPayment(db, payment, problem, 'both')
}

/** Called at any time and any number of times it charges once. */
const runAutomaticPayment = async (services: Services, userId: number, documentId: number): Promise<void> => {
  const { database } = services
  const read = () => database.asUser(userId, (db) => readCharging(services, db, documentId))
  const charging = (await read()) ?? ((await begin(services, userId, documentId)) ? await read() : null)
  if (!charging) return
  await requestCharge(services, userId, charging)
  await reconcile(services, userId, charging.attempt.id)
  await database.asUser(userId, (db) => settle(services, db, documentId))
}

/** After the last retry of the job the next one is queued: an unavailable provider is asked again each hour. */
export const automaticPaymentRunner = (services: Services) =>
  runner(runJob, ({ userId, documentId }, { isLast }) =>
    runAutomaticPayment(services, userId, documentId).catch(async (error: unknown) => {
      if (isLast)
        await services.database.asUser(userId, async (db) => {
          await lockInvoice(db, documentId)
          const payment = await lockAutomaticPayment(db, documentId)
          if (payment?.nextAt) await saveState(db, payment, { nextAt: inOneHour(services.now()) })
        })
      throw error
    }),
  )
