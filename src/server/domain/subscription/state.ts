import { graceDays, type SubscriptionPlan, type SubscriptionStatus } from '#shared/plans.ts'
import type { ProviderSubscription } from './billing-provider.ts'

/** It is computed from the provider's list of subscriptions only. */
export type StoredState = {
  subscriptionStatus: SubscriptionStatus
  /** Null in a trial, and for a price that isn't a plan's. */
  subscriptionPlan: SubscriptionPlan | null
  /** The provider's id of the subscription that the other fields describe; null when none was ever paid. */
  subscriptionId: string | null
  /** The end of the current period: the date of the next payment, unless it ends before. */
  periodEnd: Date | null
  endsAt: Date | null
  /** The date of the oldest unpaid invoice. The subscription goes on for `graceDays` from there. */
  pastDueSince: Date | null
  /** How many subscriptions take payments. More than one is a mistake. */
  liveSubscriptions: number
}

/** 'pending': the bank is still deciding about the first payment. */
export type PaymentStatus = 'active' | 'pending' | 'none'

export const neverSubscribed: StoredState = {
  subscriptionStatus: 'trial',
  subscriptionPlan: null,
  subscriptionId: null,
  periodEnd: null,
  endsAt: null,
  pastDueSince: null,
  liveSubscriptions: 0,
}

export const getGraceEnd = (unpaidSince: Date): Date => new Date(unpaidSince.getTime() + graceDays * 86_400_000)

/** Whether a subscription takes payments, or tries to. */
export const isLive = ({ status }: Pick<ProviderSubscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due'

export const isOver = ({ status }: Pick<ProviderSubscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

export const findNewestIncomplete = (subscriptions: readonly ProviderSubscription[]): ProviderSubscription | undefined =>
  subscriptions.filter(({ status }) => status === 'incomplete').sort(byNewest)[0]

/** Of all subscriptions, in any order. @param before `neverSubscribed` when the stored state is of another provider account */
export const computeState = (subscriptions: readonly ProviderSubscription[], before: StoredState, now: Date): StoredState => {
  const getUnpaidSince = (subscription: ProviderSubscription) => toUnpaidSince(subscription, before, now)
  const isRunning = (subscription: ProviderSubscription) =>
    isLive(subscription) && (subscription.status !== 'past_due' || now < getGraceEnd(getUnpaidSince(subscription)))
  // Running ones come first, then those that wait for a payment, then ended ones. Of equals the one that renews counts, then the newest.
  const rank = (subscription: ProviderSubscription) =>
    isRunning(subscription) ? (subscription.status === 'past_due' ? 1 : 0) : isOver(subscription) ? 3 : 2
  const main = subscriptions
    .filter((subscription) => subscription.wasPaid || isLive(subscription))
    .sort((a, b) => rank(a) - rank(b) || Number(a.endsAt !== null) - Number(b.endsAt !== null) || byNewest(a, b))[0]
  // A trial goes on when a checkout was left unpaid, but a former subscriber gets no second trial.
  if (!main) return before.subscriptionStatus === 'trial' ? neverSubscribed : { ...neverSubscribed, subscriptionStatus: 'canceled' }
  const isUnpaid = main.status === 'past_due' || main.status === 'unpaid'
  return {
    subscriptionStatus: isRunning(main) ? 'active' : 'canceled',
    subscriptionPlan: main.plan,
    subscriptionId: main.id,
    periodEnd: main.periodEnd,
    endsAt: main.endsAt,
    pastDueSince: isUnpaid ? getUnpaidSince(main) : null,
    liveSubscriptions: subscriptions.filter(isLive).length,
  }
}

export const getPaymentStatus = (subscriptions: readonly ProviderSubscription[], { subscriptionStatus }: StoredState): PaymentStatus => {
  if (subscriptionStatus === 'active') return 'active'
  return findNewestIncomplete(subscriptions)?.isPending ? 'pending' : 'none'
}

const byNewest = (a: ProviderSubscription, b: ProviderSubscription) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Where the provider doesn't tell the date, the stored one counts: the grace period must not start again with each sync. */
const toUnpaidSince = ({ id, unpaidSince }: ProviderSubscription, before: StoredState, now: Date): Date =>
  unpaidSince ?? (before.subscriptionId === id ? before.pastDueSince : null) ?? now
