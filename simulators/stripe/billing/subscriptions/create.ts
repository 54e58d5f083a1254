import type Stripe from 'stripe'
import { ensureCatalog, getPriceCents } from '#simulators/stripe/billing/catalog/catalog.ts'
import { badParam } from '#simulators/stripe/core/errors.ts'
import { expandPaths, integer, list, metadata, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { ApiCall } from '#simulators/stripe/core/route.ts'
import { store } from '#simulators/stripe/core/state.ts'
import { createInvoice } from './create-invoice.ts'
import type { InvoiceLine } from './invoice.ts'
import { buildSubscription, getSubscriptionItem } from './subscription.ts'

export const paymentSettingsParams = optional(
  shape({
    save_default_payment_method: optional(oneOf('on_subscription', 'off')),
    payment_method_types: optional(list(oneOf('card'), 1)),
  }),
)

export const createParams = shape({
  customer: text(),
  items: list(shape({ price: text(), quantity: optional(integer(1, 1)) }), 1),
  payment_behavior: oneOf('default_incomplete'),
  payment_settings: paymentSettingsParams,
  collection_method: optional(oneOf('charge_automatically')),
  description: optional(text(500)),
  metadata,
  expand: expandPaths,
})

export const buildPeriodLine = (item: Stripe.SubscriptionItem): InvoiceLine => ({
  cents: getPriceCents(item.price),
  text: `1 × Billfold ${item.price.nickname ?? ''}`.trim(),
  price: item.price,
  item: item.id,
  start: item.current_period_start,
  end: item.current_period_end,
})

export const createSubscription = (call: ApiCall<ReturnType<typeof createParams>>): Stripe.Subscription => {
  const { account, context, params } = call
  const [requested] = params.items
  if (!requested) throw badParam('items', 'parameter_missing', 'Missing required param: items.')
  const customer = retrieve(call, 'customer', params.customer, 'customer')
  const price = retrieve({ context, account: ensureCatalog(account) }, 'price', requested.price, 'items[0][price]')
  const subscription = store(
    account,
    'subscription',
    buildSubscription(context, account, {
      customer: customer.id,
      price,
      savesCard: params.payment_settings?.save_default_payment_method === 'on_subscription',
      description: params.description ?? null,
      metadata: params.metadata,
    }),
  )
  createInvoice(context, account, subscription, [buildPeriodLine(getSubscriptionItem(subscription))], 'subscription_create')
  context.emit(account, 'customer.subscription.created', subscription)
  return subscription
}
