import { pageOf } from '#simulators/stripe/core/lists.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, integer, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { advanceSubscriptions } from './clock.ts'
import { subscriptionOf } from './invoice.ts'

const invoicesParams = shape({
  customer: optional(text()),
  subscription: optional(text()),
  status: optional(oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

const listInvoices = ({ account, world, params }: Call<ReturnType<typeof invoicesParams>>) => {
  advanceSubscriptions(world, account)
  const found = Object.values(account.objects.invoice)
    .reverse()
    .filter((invoice) => params.customer === undefined || invoice.customer === params.customer)
    .filter((invoice) => params.subscription === undefined || subscriptionOf(account, invoice)?.id === params.subscription)
    .filter((invoice) => params.status === undefined || invoice.status === params.status)
  return pageOf(found, params, 'invoice', '/v1/invoices')
}

const read = shape({ expand: expandPaths })

/** The invoices that subscriptions bring forth. */
export const invoiceRoutes: Route[] = [
  route('GET', '/v1/invoices', invoicesParams, listInvoices),
  route('GET', '/v1/invoices/:id', read, (call) => {
    advanceSubscriptions(call.world, call.account)
    return existing(call, 'invoice', call.id)
  }),
]
