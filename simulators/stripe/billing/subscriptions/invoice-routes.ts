import { paginate } from '#simulators/stripe/core/lists.ts'
import { expandPaths, integer, oneOf, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { advanceSubscriptions } from './advance.ts'
import { findInvoiceSubscription } from './invoice.ts'

const invoicesParams = shape({
  customer: optional(text()),
  subscription: optional(text()),
  status: optional(oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

const listInvoices = ({ account, context, params }: ApiCall<ReturnType<typeof invoicesParams>>) => {
  advanceSubscriptions(context, account)
  const found = Object.values(account.objects.invoice)
    .reverse()
    .filter((invoice) => params.customer === undefined || invoice.customer === params.customer)
    .filter((invoice) => params.subscription === undefined || findInvoiceSubscription(account, invoice)?.id === params.subscription)
    .filter((invoice) => params.status === undefined || invoice.status === params.status)
  return paginate(found, params, 'invoice', '/v1/invoices')
}

export const invoiceRoutes: Route[] = [
  defineRoute('GET', '/v1/invoices', invoicesParams, listInvoices),
  defineRoute('GET', '/v1/invoices/:id', noParams, (call) => {
    advanceSubscriptions(call.context, call.account)
    return retrieve(call, 'invoice', call.id)
  }),
]
