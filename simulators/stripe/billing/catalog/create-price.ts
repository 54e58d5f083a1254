import type Stripe from 'stripe'
import { ApiError, badParam } from '#simulators/stripe/core/errors.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, metadata, oneOf, optional, shape, text, truth } from '#simulators/stripe/core/params.ts'
import type { Call } from '#simulators/stripe/core/route.ts'
import { keep } from '#simulators/stripe/core/state.ts'
import { newPrice, newProduct, stocked } from './catalog.ts'

/** What `POST /v1/prices` takes here: so many US cents by the month or by the year, of a product that is there or made along with it. */
export const createParams = shape({
  currency: oneOf('usd'),
  unit_amount: integer(0, 99_999_999),
  recurring: shape({
    interval: oneOf('month', 'year'),
    interval_count: optional(integer(1, 1)),
    usage_type: optional(oneOf('licensed')),
  }),
  product: optional(text()),
  product_data: optional(shape({ name: text(), metadata })),
  nickname: optional(text()),
  lookup_key: optional(text(200)),
  transfer_lookup_key: optional(truth),
  metadata,
  expand: expandPaths,
})
type Create = Call<ReturnType<typeof createParams>>

/** What the price is for: a product that is there, or a function that makes one. Throws Stripe's 400 and 404. */
const productFor = ({ account, world, params }: Create): (() => string) => {
  const { product, product_data: data } = params
  if (product !== undefined && data !== undefined)
    throw new ApiError(400, 'You may only specify one of these parameters: product, product_data.')
  if (product !== undefined) {
    const { id } = existing({ world, account: stocked(account) }, 'product', product, 'product')
    return () => id
  }
  if (data === undefined) throw badParam('product', 'parameter_missing', 'Missing required param: product.')
  const { livemode } = account
  return () => {
    const made = newProduct({ id: world.newId('prod_'), name: data.name, metadata: data.metadata, created: world.now(), livemode })
    world.emit(account, 'product.created', keep(account, 'product', made))
    return made.id
  }
}

/** Takes the lookup key away from the price that has it, if the caller asked for that. Throws Stripe's 400 otherwise. */
const freeLookupKey = ({ account, world, params }: Create) => {
  const { lookup_key: key, transfer_lookup_key: transfers } = params
  const holder = Object.values(stocked(account).objects.price).find((price) => key !== undefined && price.lookup_key === key)
  if (!holder) return
  if (!transfers) throw badParam('lookup_key', undefined, `A price (\`${holder.id}\`) already uses that lookup key.`)
  holder.lookup_key = null
  world.emit(account, 'price.updated', holder, { lookup_key: key })
}

/** A new price; those who pay an older one go on paying that. */
export const createPrice = (call: Create): Stripe.Price => {
  const { account, world, params } = call
  // What is refused changes nothing: all is checked before anything is made.
  const product = productFor(call)
  freeLookupKey(call)
  const price = keep(
    account,
    'price',
    newPrice({
      id: world.newId('price_'),
      product: product(),
      lookupKey: params.lookup_key ?? null,
      nickname: params.nickname ?? null,
      interval: params.recurring.interval,
      cents: params.unit_amount,
      metadata: params.metadata,
      created: world.now(),
      livemode: account.livemode,
    }),
  )
  world.changed()
  world.emit(account, 'price.created', price)
  return price
}
