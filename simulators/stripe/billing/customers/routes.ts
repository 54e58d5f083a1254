import type Stripe from 'stripe'
import { createListHandler, listParams } from '#simulators/stripe/core/lists.ts'
import { emailAddress, expandPaths, metadata, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { createCustomer } from './customer.ts'
import { detachMethod } from './payment-method.ts'

const params = shape({
  email: optional(emailAddress),
  name: optional(text(256)),
  description: optional(text()),
  phone: optional(text(20)),
  metadata,
  expand: expandPaths,
})
type Params = ReturnType<typeof params>

/** Undefined fields would overwrite the customer's. */
const pickSent = ({ email, name, description, phone }: Params) =>
  Object.fromEntries(Object.entries({ email, name, description, phone }).filter(([, value]) => value !== undefined))

const create = ({ account, context, params }: ApiCall<Params>): Stripe.Customer =>
  createCustomer(context, account, { ...pickSent(params), metadata: params.metadata })

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

export const customerRoutes: Route[] = [
  defineRoute('POST', '/v1/customers', params, create),
  defineRoute('GET', '/v1/customers', listParams('email'), createListHandler('customer', '/v1/customers', ['email'])),
  defineRoute('GET', '/v1/customers/:id', noParams, (call) => retrieve(call, 'customer', call.id)),
  defineRoute('POST', '/v1/customers/:id', params, update),
  defineRoute('GET', '/v1/payment_methods/:id', noParams, (call) => retrieve(call, 'payment_method', call.id)),
  defineRoute('POST', '/v1/payment_methods/:id/detach', noParams, (call) =>
    detachMethod(call.context, call.account, retrieve(call, 'payment_method', call.id)),
  ),
]
