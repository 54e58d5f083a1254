import { paginate } from '#simulators/stripe/core/lists.ts'
import { bool, expandPaths, integer, list, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { ensureCatalog } from './catalog.ts'
import { createParams, createPrice } from './create-price.ts'

const pricesParams = shape({
  lookup_keys: optional(list(text(), 10)),
  product: optional(text()),
  active: optional(bool),
  type: optional(oneOf('recurring', 'one_time')),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

const listPrices = ({ account, params }: ApiCall<ReturnType<typeof pricesParams>>) => {
  const { lookup_keys, product, active, type } = params
  const found = Object.values(ensureCatalog(account).objects.price)
    .reverse()
    .filter((price) => lookup_keys?.includes(price.lookup_key ?? '') ?? true)
    .filter((price) => product === undefined || price.product === product)
    .filter((price) => (active ?? price.active) === price.active && (type ?? price.type) === price.type)
  return paginate(found, params, 'price', '/v1/prices')
}

export const catalogRoutes: Route[] = [
  defineRoute('POST', '/v1/prices', createParams, createPrice),
  defineRoute('GET', '/v1/prices', pricesParams, listPrices),
  defineRoute('GET', '/v1/prices/:id', noParams, (call) => retrieve({ ...call, account: ensureCatalog(call.account) }, 'price', call.id)),
  defineRoute('GET', '/v1/products/:id', noParams, (call) =>
    retrieve({ ...call, account: ensureCatalog(call.account) }, 'product', call.id),
  ),
]
