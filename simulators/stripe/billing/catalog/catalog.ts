import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type Account, store } from '#simulators/stripe/core/state.ts'

const plans = [
  { lookupKey: 'billfold_monthly', nickname: 'Monthly Plan', interval: 'month', cents: 999 },
  { lookupKey: 'billfold_yearly', nickname: 'Yearly Plan', interval: 'year', cents: 9_999 },
] as const

type Decimal = Stripe.Price['unit_amount_decimal']
/** Decimals are texts on the wire; the SDK parses them into objects. */
export const toDecimalString = (cents: number) => String(cents) as unknown as Decimal

/** Different for each account, as with Stripe, and the same at each start. */
const derivePlanId = (account: Account, prefix: string, name: string) =>
  `${prefix}1${createHash('sha256').update(`${account.id}:${account.livemode}:${name}`).digest('hex').slice(0, 23)}`

type NewProduct = { id: string; name: string; created: number; livemode: boolean; metadata?: Record<string, string> }

/** `created` in unix seconds. */
export const buildProduct = ({ id, name, created, livemode, metadata = {} }: NewProduct): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created,
  default_price: null,
  description: null,
  images: [],
  livemode,
  marketing_features: [],
  metadata,
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: created,
  url: null,
})

type NewPrice = {
  id: string
  product: string
  lookupKey: string | null
  nickname: string | null
  interval: 'month' | 'year'
  cents: number
  created: number
  livemode: boolean
  metadata?: Record<string, string>
}

export const buildPrice = ({ lookupKey, nickname, interval, cents, metadata = {}, ...rest }: NewPrice): Stripe.Price => ({
  id: rest.id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: rest.created,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: rest.livemode,
  lookup_key: lookupKey,
  metadata,
  nickname,
  product: rest.product,
  recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: cents,
  unit_amount_decimal: toDecimalString(cents),
})

export const ensureCatalog = (account: Account): Account => {
  const product = derivePlanId(account, 'prod_', 'product')
  if (account.objects.product[product]) return account
  const { created, livemode } = account
  store(account, 'product', buildProduct({ id: product, name: 'Billfold', created, livemode }))
  for (const plan of plans)
    store(account, 'price', buildPrice({ ...plan, id: derivePlanId(account, 'price_', plan.lookupKey), product, created, livemode }))
  return account
}

export const getPriceCents = (price: Stripe.Price) => price.unit_amount ?? 0
export const getPriceInterval = (price: Stripe.Price): 'month' | 'year' => (price.recurring?.interval === 'year' ? 'year' : 'month')

/** The format of the older plans, which subscription items still contain. */
export const toPlan = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: getPriceInterval(price),
  interval_count: 1,
  livemode: price.livemode,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
