import type { Services } from '#server/domain/services.ts'
import type { BillingProvider, ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { getNextCheck } from '#server/domain/subscription/next-check.ts'
import {
  computeState,
  findNewestIncomplete,
  getPaymentStatus,
  isOver,
  type PaymentStatus,
  type StoredState,
} from '#server/domain/subscription/state.ts'
import type { Db, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { notifyTransition } from './notify-transition.ts'
import { getCustomerId, getStateForAccount, readSubscriptionRow, saveSubscriptionState } from './subscription-row.ts'

/** Where plans can be bought. */
export type SellingServices = Services & { plans: BillingProvider }
export const sellsPlans = (services: Services): services is SellingServices => services.plans !== null

/** How far the clocks of two nodes may differ. A stored time further ahead came from a wrong clock. */
const clockToleranceMs = 60_000

type SyncedSubscription = StoredState & { trialInvoicesUsed: number; payment: PaymentStatus }

/**
 * The only writer of the state. Safe to call at any time and any number of times; of concurrent calls the response that was requested last
 * is stored. @throws ProviderError; then nothing was stored
 */
export const syncCustomer = async (services: SellingServices, userId: number): Promise<SyncedSubscription> => {
  for (;;) {
    const seen = await services.database.asUser(userId, (db) => readSubscriptionRow(db))
    if (!seen.customerId) return { ...seen.state, trialInvoicesUsed: seen.trialInvoicesUsed, payment: getPaymentStatus([], seen.state) }
    const account = await services.plans.accountId()
    const customerId = getCustomerId(seen, account)
    const requestedAt = services.now()
    const subscriptions = customerId ? await services.plans.listSubscriptions(customerId) : []
    const synced = await services.database.asUser(userId, async (db): Promise<SyncedSubscription | null> => {
      const row = await readSubscriptionRow(db, { lock: true })
      // The customer was created or replaced during the request, so the response is about another one.
      if (getCustomerId(row, account) !== customerId) return null
      const { trialInvoicesUsed, checkedAt, state: before } = row
      const toSynced = (state: StoredState) => ({ ...state, trialInvoicesUsed, payment: getPaymentStatus(subscriptions, state) })
      const isLaterStored = checkedAt && checkedAt > requestedAt && checkedAt.getTime() <= services.now().getTime() + clockToleranceMs
      if (isLaterStored) return toSynced(before)
      const comparable = getStateForAccount(row, account)
      return toSynced(await store(db, { before, comparable, subscriptions, requestedAt, isOtherAccount: customerId === null }))
    })
    if (synced) return synced
  }
}

type Response = {
  before: StoredState
  /** `before`, or `neverSubscribed` when that is of another account. */
  comparable: StoredState
  subscriptions: readonly ProviderSubscription[]
  requestedAt: Date
  /** The customer is of another account, so nothing was fetched. */
  isOtherAccount: boolean
}

/** At the time of the next check, see `domain/subscription/next-check.ts`. */
export const checkJob = job('subscription.check', {}, { lane: 'payments' })
/** Immediately, after a webhook event. */
export const syncJob = job('subscription.sync', {}, { lane: 'payments' })

/** Replaces the check that waits. Call it in the transaction that stores `subscription_next_check_at`. */
export const queueCheck = async (db: UserDb, at: Date | null): Promise<void> => {
  // Without a next check a queued job may stay: it finds that it isn't due.
  if (at) await enqueue(db, checkJob, { userId: db.userId }, { key: `subscription-${db.userId}`, runAt: at })
}

/** Queued several times, it runs once, after the last time. */
export const queueSync = (db: Db, userId: number): Promise<void> => enqueue(db, syncJob, { userId }, { key: `subscription-sync-${userId}` })

const store = async (db: UserDb, response: Response): Promise<StoredState> => {
  const { before, comparable, subscriptions, requestedAt, isOtherAccount } = response
  const after = computeState(subscriptions, comparable, requestedAt)
  const next = getNextCheck(requestedAt, before, after, findNewestIncomplete(subscriptions)?.createdAt ?? null)
  // Customers without a checked time are found by the sweep if their account comes into use again.
  await saveSubscriptionState(db, after, isOtherAccount ? null : requestedAt, next)
  await queueCheck(db, next)
  await notifyTransition(db, requestedAt, before, after)
  return after
}

/**
 * Immediately, before the account is deleted. Nothing is refunded or stored.
 * @throws ProviderError when the provider doesn't answer, or doesn't cancel one
 */
export const cancelSubscriptions = async ({ database, plans: provider }: SellingServices, userId: number): Promise<void> => {
  const row = await database.asUser(userId, (db) => readSubscriptionRow(db))
  if (!row.customerId) return
  const customerId = getCustomerId(row, await provider.accountId())
  if (!customerId) return
  for (const subscription of await provider.listSubscriptions(customerId))
    if (!isOver(subscription)) await provider.cancelSubscription(subscription.id)
}
