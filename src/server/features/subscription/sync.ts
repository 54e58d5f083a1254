import type { BillingProvider, ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { getNextCheck } from '#server/domain/subscription/next-check.ts'
import {
  computeState,
  findNewestIncomplete,
  getPaymentStatus,
  type PaymentStatus,
  type StoredState,
} from '#server/domain/subscription/state.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { notifyTransition } from './notifications/notify-transition.ts'
import { getCustomerId, getStateForAccount, readSubscriptionRow, saveSubscriptionState } from './subscription-row.ts'
import { queueCheck } from './sync-queue.ts'

export type SyncDeps = {
  database: Database
  provider: BillingProvider
  now: () => Date
  log: (line: string) => void
}

/** How much the clocks of two servers may differ; what lies further ahead was stored by one that was wrong. */
const toleranceMs = 60_000

/** How a user stands with the product after the provider was asked. */
export type SyncedSubscription = StoredState & { trialInvoicesUsed: number; payment: PaymentStatus }

/**
 * Brings what is stored of a user's subscription to what the provider says now: the only writer of it. May be called at any time, by anybody, and
 * as often as one likes; calls that overlap end with what the one that asked last was told.
 * @throws ProviderError when the provider can't be asked; then nothing has changed
 */
export const syncCustomer = async (deps: SyncDeps, userId: number): Promise<SyncedSubscription> => {
  for (;;) {
    const seen = await deps.database.asUser(userId, (db) => readSubscriptionRow(db))
    // Nothing was ever sold to him, so the provider has nothing to say.
    if (!seen.customerId) return { ...seen.state, trialInvoicesUsed: seen.trialInvoicesUsed, payment: getPaymentStatus([], seen.state) }
    const account = await deps.provider.accountId()
    const asked = getCustomerId(seen, account)
    const askedAt = deps.now()
    const subscriptions = asked ? await deps.provider.listSubscriptions(asked) : []
    const standing = await deps.database.asUser(userId, async (db): Promise<SyncedSubscription | null> => {
      const row = await readSubscriptionRow(db, { lock: true })
      // Somebody else's answer: the customer was made, or replaced, while the provider spoke.
      if (getCustomerId(row, account) !== asked) return null
      const { trialInvoicesUsed, checkedAt, state: before } = row
      const told = (state: StoredState) => ({ ...state, trialInvoicesUsed, payment: getPaymentStatus(subscriptions, state) })
      // An answer that was asked for later is stored already; unless a clock that was ahead only makes it look so.
      const isNewer = checkedAt && checkedAt > askedAt && checkedAt.getTime() <= deps.now().getTime() + toleranceMs
      if (isNewer) return told(before)
      return told(await store(db, { before, known: getStateForAccount(row, account), subscriptions, askedAt, isForeign: asked === null }))
    })
    if (standing) return standing
  }
}

type Answer = {
  before: StoredState
  /** The same, as far as this account of the provider's is concerned. */
  known: StoredState
  subscriptions: readonly ProviderSubscription[]
  askedAt: Date
  /** Nobody was asked: the customer is one of another account. */
  isForeign: boolean
}

const store = async (db: UserDb, { before, known, subscriptions, askedAt, isForeign }: Answer): Promise<StoredState> => {
  const after = computeState(subscriptions, known, askedAt)
  const next = getNextCheck(askedAt, before, after, findNewestIncomplete(subscriptions)?.createdAt ?? null)
  // Should that account come back into use, its customers are found by never having been asked about.
  await saveSubscriptionState(db, after, isForeign ? null : askedAt, next)
  await queueCheck(db, next)
  await notifyTransition(db, askedAt, before, after)
  return after
}
