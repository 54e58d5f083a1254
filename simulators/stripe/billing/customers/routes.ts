import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { createListHandler, listParams } from '#simulators/stripe/core/lists.ts'
import { emailAddress, expandPaths, metadata, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

type CustomerDetails = { email?: string; name?: string; description?: string; phone?: string; metadata: Record<string, string> }

/** A new customer. `balance` in cents; below zero it is credit. */
const buildCustomer = (context: Context, account: Account, details: CustomerDetails): Stripe.Customer => ({
  id: context.newId('cus_'),
  object: 'customer',
  address: null,
  balance: 0,
  created: context.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: details.description ?? null,
  discount: null,
  email: details.email ?? null,
  invoice_prefix: context.randomText(8, 'invoice prefix').toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: account.livemode,
  metadata: details.metadata,
  name: details.name ?? null,
  next_invoice_sequence: 1,
  phone: details.phone ?? null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

const params = shape({
  email: optional(emailAddress),
  name: optional(text(256)),
  description: optional(text()),
  phone: optional(text(20)),
  metadata,
  expand: expandPaths,
})
type Params = ReturnType<typeof params>

/** The fields that were sent. Undefined ones would overwrite the customer's. */
const pickSent = ({ email, name, description, phone }: Params) =>
  Object.fromEntries(Object.entries({ email, name, description, phone }).filter(([, value]) => value !== undefined))

const create = ({ account, context, params }: ApiCall<Params>): Stripe.Customer => {
  const customer = store(account, 'customer', buildCustomer(context, account, { ...pickSent(params), metadata: params.metadata }))
  context.changed()
  context.emit(account, 'customer.created', customer)
  return customer
}

const update = (call: ApiCall<Params>): Stripe.Customer => {
  const { account, context, id, params } = call
  const customer = retrieve(call, 'customer', id)
  const next = pickSent(params)
  const previous = Object.fromEntries(Object.keys(next).map((name) => [name, customer[name as keyof Stripe.Customer]]))
  Object.assign(customer, next)
  Object.assign(customer.metadata, params.metadata)
  context.changed()
  context.emit(account, 'customer.updated', customer, previous)
  return customer
}

/** Customers and their payment methods. */
export const customerRoutes: Route[] = [
  defineRoute('POST', '/v1/customers', params, create),
  defineRoute('GET', '/v1/customers', listParams('email'), createListHandler('customer', '/v1/customers', ['email'])),
  defineRoute('GET', '/v1/customers/:id', noParams, (call) => retrieve(call, 'customer', call.id)),
  defineRoute('POST', '/v1/customers/:id', params, update),
  defineRoute('GET', '/v1/payment_methods/:id', noParams, (call) => retrieve(call, 'payment_method', call.id)),
]
