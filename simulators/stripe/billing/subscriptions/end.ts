import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { subscriptionOf } from './invoice.ts'
import { change } from './subscription.ts'
import { voidInvoice } from './void-invoice.ts'

const openInvoices = (account: Account, subscription: Stripe.Subscription) =>
  Object.values(account.objects.invoice).filter((invoice) => invoice.status === 'open' && subscriptionOf(account, invoice) === subscription)

/** A subscription whose first payment never came. Its invoice is void. */
export const expire = (world: World, account: Account, subscription: Stripe.Subscription) => {
  for (const invoice of openInvoices(account, subscription)) voidInvoice(world, account, invoice)
  change(world, account, subscription, { status: 'incomplete_expired', canceled_at: world.now(), ended_at: world.now() })
}

/** Ends a subscription now. What is unpaid stays so, and nobody tries to collect it any more. */
export const end = (
  world: World,
  account: Account,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) => {
  for (const invoice of openInvoices(account, subscription)) {
    if (subscription.status === 'incomplete') voidInvoice(world, account, invoice)
    invoice.next_payment_attempt = null
    invoice.auto_advance = false
  }
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= world.now()
  subscription.ended_at = world.now()
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  world.changed()
  world.emit(account, 'customer.subscription.deleted', subscription)
}
