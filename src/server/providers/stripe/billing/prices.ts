import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { toStripeAmount } from '#server/providers/stripe/amounts.ts'
import type { StripeClient } from '#server/providers/stripe/client.ts'
import type { Amount } from '#shared/money.ts'
import { type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'

const intervals = { monthly: 'month', yearly: 'year' } as const
const names = { monthly: 'Monthly Plan', yearly: 'Yearly Plan' } as const

/** It moves to a new price when the configured amount changes. */
const toLookupKey = (plan: SubscriptionPlan) => `billfold_${plan}`

/** Created where the account has none of this amount. Existing subscriptions keep their price. @throws ProviderError */
export const findOrCreatePrice = async ({ sdk, call }: StripeClient, plan: SubscriptionPlan, amount: Amount): Promise<string> => {
  const unitAmount = toStripeAmount(amount, 'usd')
  const isMatch = (price: Stripe.Price) =>
    price.active &&
    price.currency === 'usd' &&
    price.unit_amount === unitAmount &&
    price.recurring?.interval === intervals[plan] &&
    price.recurring.interval_count === 1 &&
    price.recurring.usage_type === 'licensed'
  const existing = await call(() => sdk.prices.list({ lookup_keys: [toLookupKey(plan)], active: true }), 'list')
  const found = existing.data.find(isMatch)
  if (found) return found.id
  const created = await call(
    () =>
      sdk.prices.create(
        {
          currency: 'usd',
          unit_amount: unitAmount,
          recurring: { interval: intervals[plan] },
          nickname: names[plan],
          product_data: { name: `Billfold ${names[plan]}` },
          metadata: { billfold_plan: plan },
          lookup_key: toLookupKey(plan),
          transfer_lookup_key: true,
        },
        { idempotencyKey: `billfold-price-${plan}-${unitAmount}` },
      ),
    'price',
  )
  if (!created.id || !isMatch(created))
    throw new ProviderError(`Stripe gave another price for the ${plan} plan than the one that was asked for`)
  return created.id
}

/** Also of a price that isn't the plan's current one any more; null for one that Billfold didn't create. */
export const toPlan = ({ lookup_key, metadata }: Stripe.Price): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => metadata.billfold_plan === plan || lookup_key === toLookupKey(plan)) ?? null

export const toPlanByInterval = ({ recurring }: Stripe.Price): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => recurring?.interval === intervals[plan] && recurring.interval_count === 1) ?? null
