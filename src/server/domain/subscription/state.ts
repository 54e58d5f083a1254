import type { SubscriptionPlan, SubscriptionStatus } from '#shared/plans.ts'
import type { ProviderSubscription } from './billing-provider.ts'
import { getGraceEnd } from './next-check.ts'

/** What is stored of a user's subscription: computed from the provider's own list, and never from what an event or a browser says. */
export type StoredState = {
  subscriptionStatus: SubscriptionStatus
  /** Null in a trial, and where the price that is charged is none of ours. */
  subscriptionPlan: SubscriptionPlan | null
  /** The provider's id of the subscription that the rest tells of; null without one that was ever paid. */
  subscriptionId: string | null
  /** Until when it is paid, and when the next payment is due unless it ends before. */
  periodEnd: Date | null
  /** When it ends although it runs today. */
  endsAt: Date | null
  /** Since when what it asks for is unpaid; it goes on for `graceDays` from there. */
  pastDueSince: Date | null
  /** How many take money at present. */
  liveSubscriptions: number
}

/** 'pending': the bank still decides about the first payment. 'none': there is no subscription that runs. */
export type PaymentStatus = 'active' | 'pending' | 'none'

/** As if nothing had ever been bought. */
export const neverSubscribed: StoredState = {
  subscriptionStatus: 'trial',
  subscriptionPlan: null,
  subscriptionId: null,
  periodEnd: null,
  endsAt: null,
  pastDueSince: null,
  liveSubscriptions: 0,
}

/** Whether it takes money, or tries to. */
export const isLive = ({ status }: Pick<ProviderSubscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due'

/** Whether nothing will ever come of it again. */
export const isOver = ({ status }: Pick<ProviderSubscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** The newest that waits for its first payment. */
export const findNewestIncomplete = (subscriptions: readonly ProviderSubscription[]): ProviderSubscription | undefined =>
  subscriptions.filter(({ status }) => status === 'incomplete').sort(newestFirst)[0]

/**
 * What is to be stored, given all that the provider tells of a customer, in any order.
 * @param before what is stored so far; of another account of the provider's it is `neverSubscribed`
 */
export const computeState = (subscriptions: readonly ProviderSubscription[], before: StoredState, now: Date): StoredState => {
  const unpaidSince = (one: ProviderSubscription) => firstUnpaid(one, before, now)
  const runs = (one: ProviderSubscription) => isLive(one) && (one.status !== 'past_due' || now < getGraceEnd(unpaidSince(one)))
  // What runs comes before what waits for money, and that before what is over; of equals what goes on, and the newest.
  const rank = (one: ProviderSubscription) => (runs(one) ? (one.status === 'past_due' ? 1 : 0) : isOver(one) ? 3 : 2)
  const told = subscriptions
    .filter((one) => one.wasPaid || isLive(one))
    .sort((a, b) => rank(a) - rank(b) || Number(a.endsAt !== null) - Number(b.endsAt !== null) || newestFirst(a, b))[0]
  // Nobody gets a second trial, and nobody loses the first by a form that he left.
  if (!told) return before.subscriptionStatus === 'trial' ? neverSubscribed : { ...neverSubscribed, subscriptionStatus: 'canceled' }
  const isUnpaid = told.status === 'past_due' || told.status === 'unpaid'
  return {
    subscriptionStatus: runs(told) ? 'active' : 'canceled',
    subscriptionPlan: told.plan,
    subscriptionId: told.id,
    periodEnd: told.periodEnd,
    endsAt: told.endsAt,
    pastDueSince: isUnpaid ? unpaidSince(told) : null,
    liveSubscriptions: subscriptions.filter(isLive).length,
  }
}

/** How the newest payment stands, for whoever has just made it. */
export const getPaymentStatus = (subscriptions: readonly ProviderSubscription[], { subscriptionStatus }: StoredState): PaymentStatus => {
  if (subscriptionStatus === 'active') return 'active'
  return findNewestIncomplete(subscriptions)?.isPending ? 'pending' : 'none'
}

const newestFirst = (a: ProviderSubscription, b: ProviderSubscription) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Where the provider doesn't say, what was seen first counts: an unpaid plan must not begin its grace anew at each look. */
const firstUnpaid = ({ id, unpaidSince }: ProviderSubscription, before: StoredState, now: Date): Date =>
  unpaidSince ?? (before.subscriptionId === id ? before.pastDueSince : null) ?? now
