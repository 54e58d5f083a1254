import { pageOf } from '#simulators/stripe/core/lists.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, list, oneOf, optional, shape, text, truth } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { stocked } from './catalog.ts'
import { createParams, createPrice } from './create-price.ts'

const read = shape({ expand: expandPaths })

const pricesParams = shape({
  lookup_keys: optional(list(text(), 10)),
  product: optional(text()),
  active: optional(truth),
  type: optional(oneOf('recurring', 'one_time')),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

const listPrices = ({ account, params }: Call<ReturnType<typeof pricesParams>>) => {
  const { lookup_keys, product, active, type } = params
  const found = Object.values(stocked(account).objects.price)
    .reverse()
    .filter((price) => lookup_keys?.includes(price.lookup_key ?? '') ?? true)
    .filter((price) => product === undefined || price.product === product)
    .filter((price) => (active ?? price.active) === price.active && (type ?? price.type) === price.type)
  return pageOf(found, params, 'price', '/v1/prices')
}

/** What there is to subscribe to. */
export const catalogueRoutes: Route[] = [
  route('POST', '/v1/prices', createParams, createPrice),
  route('GET', '/v1/prices', pricesParams, listPrices),
  route('GET', '/v1/prices/:id', read, (call) => existing({ ...call, account: stocked(call.account) }, 'price', call.id)),
  route('GET', '/v1/products/:id', read, (call) => existing({ ...call, account: stocked(call.account) }, 'product', call.id)),
]
