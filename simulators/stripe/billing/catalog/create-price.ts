import type Stripe from 'stripe'
import { ApiError, badParam } from '#simulators/stripe/core/errors.ts'
import { bool, expandPaths, integer, metadata, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { ApiCall } from '#simulators/stripe/core/route.ts'
import { store } from '#simulators/stripe/core/state.ts'
import { buildPrice, buildProduct, ensureCatalog } from './catalog.ts'

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
  transfer_lookup_key: optional(bool),
  metadata,
  expand: expandPaths,
})
type Create = ApiCall<ReturnType<typeof createParams>>

/** @returns gives the product's id, and creates a new product if needed @throws ApiError 400 and 404 */
const resolveProduct = ({ account, context, params }: Create): (() => string) => {
  const { product, product_data: data } = params
  if (product !== undefined && data !== undefined)
    throw new ApiError(400, 'You may only specify one of these parameters: product, product_data.')
  if (product !== undefined) {
    const { id } = retrieve({ context, account: ensureCatalog(account) }, 'product', product, 'product')
    return () => id
  }
  if (data === undefined) throw badParam('product', 'parameter_missing', 'Missing required param: product.')
  const { livemode } = account
  return () => {
    const created = buildProduct({ id: context.newId('prod_'), name: data.name, metadata: data.metadata, created: context.now(), livemode })
    context.emit(account, 'product.created', store(account, 'product', created))
    return created.id
  }
}

/** @throws ApiError 400 when another price has the key and the request doesn't ask to transfer it */
const freeLookupKey = ({ account, context, params }: Create) => {
  const { lookup_key: key, transfer_lookup_key: transfers } = params
  const holder = Object.values(ensureCatalog(account).objects.price).find((price) => key !== undefined && price.lookup_key === key)
  if (!holder) return
  if (!transfers) throw badParam('lookup_key', undefined, `A price (\`${holder.id}\`) already uses that lookup key.`)
  holder.lookup_key = null
  context.emit(account, 'price.updated', holder, { lookup_key: key })
}

/** Subscriptions keep the price that they have. */
export const createPrice = (call: Create): Stripe.Price => {
  const { account, context, params } = call
  // A refused request changes nothing: everything is checked before anything is created.
  const getProductId = resolveProduct(call)
  freeLookupKey(call)
  const price = store(
    account,
    'price',
    buildPrice({
      id: context.newId('price_'),
      product: getProductId(),
      lookupKey: params.lookup_key ?? null,
      nickname: params.nickname ?? null,
      interval: params.recurring.interval,
      cents: params.unit_amount,
      metadata: params.metadata,
      created: context.now(),
      livemode: account.livemode,
    }),
  )
  context.changed()
  context.emit(account, 'price.created', price)
  return price
}
