import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Cents } from '#shared/money.ts'
import { type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'
import type { CallStripe } from './provider.ts'

const intervals = { monthly: 'month', yearly: 'year' } as const
const names = { monthly: 'Monthly Plan', yearly: 'Yearly Plan' } as const

/** By which name an account finds the price that a plan has at present; a price that costs something else takes it over. */
const lookupKey = (plan: SubscriptionPlan) => `billfold_${plan}`

/**
 * The id of the price that charges so much for a plan. Where the account has none, or one of another amount, it is made: nobody has to set
 * anything up. Whoever subscribed before goes on at the price of that time.
 * @param cents of a US dollar, per period
 * @throws ProviderError
 */
export const findOrCreatePrice = async (stripe: Stripe, ask: CallStripe, plan: SubscriptionPlan, cents: Cents): Promise<string> => {
  const fits = (price: Stripe.Price) =>
    price.active &&
    price.currency === 'usd' &&
    price.unit_amount === cents &&
    price.recurring?.interval === intervals[plan] &&
    price.recurring.interval_count === 1 &&
    price.recurring.usage_type === 'licensed'
  const there = await ask(() => stripe.prices.list({ lookup_keys: [lookupKey(plan)], active: true }), 'list')
  const found = there.data.find(fits)
  if (found) return found.id
  const made = await ask(
    () =>
      stripe.prices.create(
        {
          currency: 'usd',
          unit_amount: cents,
          recurring: { interval: intervals[plan] },
          nickname: names[plan],
          product_data: { name: `Billfold ${names[plan]}` },
          metadata: { billfold_plan: plan },
          lookup_key: lookupKey(plan),
          transfer_lookup_key: true,
        },
        { idempotencyKey: `billfold-price-${plan}-${cents}` },
      ),
    'price',
  )
  if (!made.id || !fits(made)) throw new ProviderError(`Stripe gave another price for the ${plan} plan than the one that was asked for`)
  return made.id
}

/** Which plan a price stands for, also one that others have replaced since; null for a price that is none of ours. */
export const toPlan = ({ lookup_key, metadata }: Stripe.Price): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => metadata.billfold_plan === plan || lookup_key === lookupKey(plan)) ?? null

/** What the plan of a subscription of ours is called that runs on somebody else's price: how often it is paid decides. */
export const toPlanByInterval = ({ recurring }: Stripe.Price): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => recurring?.interval === intervals[plan] && recurring.interval_count === 1) ?? null
