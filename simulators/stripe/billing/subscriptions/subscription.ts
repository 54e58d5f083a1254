import type Stripe from 'stripe'
import { getPriceInterval, toPlan } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { getPeriodEnd } from './period.ts'

type Subscription = Stripe.Subscription
type NewSubscription = {
  customer: string
  price: Stripe.Price
  savesCard: boolean
  description: string | null
  metadata: Record<string, string>
}

const buildItem = (context: Context, subscription: string, price: Stripe.Price): Stripe.SubscriptionItem => ({
  id: context.newId('si_'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: context.now(),
  current_period_end: getPeriodEnd(context.now(), getPriceInterval(price), context.now()),
  current_period_start: context.now(),
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: toPlan(price),
  price: structuredClone(price),
  quantity: 1,
  subscription,
  tax_rates: [],
})

/** It waits for its first payment. Its period is a field of its only item. */
export const buildSubscription = (context: Context, account: Account, details: NewSubscription): Subscription => {
  const id = context.newId('sub_')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: context.now(),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: context.now(),
    currency: 'usd',
    customer: details.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: details.description,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [buildItem(context, id, details.price)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: account.livemode,
    managed_payments: null,
    metadata: details.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: details.savesCard ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: context.now(),
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

export const getSubscriptionItem = (subscription: Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`)
  return item
}

export const getSubscriptionCustomer = (account: Account, subscription: Subscription): Stripe.Customer => {
  const customer = account.objects.customer[String(subscription.customer)]
  if (!customer) throw new Error(`the subscription ${subscription.id} has no customer`)
  return customer
}

export const hasEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** The event has the previous values; there is none when nothing changes. */
export const changeSubscription = (context: Context, account: Account, subscription: Subscription, next: Partial<Subscription>) => {
  const names = Object.keys(next) as (keyof Subscription)[]
  const previous = Object.fromEntries(names.filter((name) => subscription[name] !== next[name]).map((name) => [name, subscription[name]]))
  if (Object.keys(previous).length === 0) return
  Object.assign(subscription, next)
  context.changed()
  context.emit(account, 'customer.subscription.updated', subscription, previous)
}
