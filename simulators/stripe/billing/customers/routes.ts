import type Stripe from 'stripe'
import { listOf, listParams } from '#simulators/stripe/core/lists.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { emailAddress, expandPaths, metadata, optional, shape, text } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { keep } from '#simulators/stripe/core/state.ts'
import { newCustomer } from './customer.ts'

const params = shape({
  email: optional(emailAddress),
  name: optional(text(256)),
  description: optional(text()),
  phone: optional(text(20)),
  metadata,
  expand: expandPaths,
})
type Params = ReturnType<typeof params>

/** What was sent of it; `undefined` would replace what is there. */
const sent = ({ email, name, description, phone }: Params) =>
  Object.fromEntries(Object.entries({ email, name, description, phone }).filter(([, value]) => value !== undefined))

const create = ({ account, world, params }: Call<Params>): Stripe.Customer => {
  const customer = keep(account, 'customer', newCustomer(world, account, { ...sent(params), metadata: params.metadata }))
  world.changed()
  world.emit(account, 'customer.created', customer)
  return customer
}

const update = (call: Call<Params>): Stripe.Customer => {
  const { account, world, id, params } = call
  const customer = existing(call, 'customer', id)
  const next = sent(params)
  const previous = Object.fromEntries(Object.keys(next).map((name) => [name, customer[name as keyof Stripe.Customer]]))
  Object.assign(customer, next)
  Object.assign(customer.metadata, params.metadata)
  world.changed()
  world.emit(account, 'customer.updated', customer, previous)
  return customer
}

const read = shape({ expand: expandPaths })

/** Those who subscribe, and the cards that they left. */
export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', params, create),
  route('GET', '/v1/customers', listParams('email'), listOf('customer', '/v1/customers', ['email'])),
  route('GET', '/v1/customers/:id', read, (call) => existing(call, 'customer', call.id)),
  route('POST', '/v1/customers/:id', params, update),
  route('GET', '/v1/payment_methods/:id', read, (call) => existing(call, 'payment_method', call.id)),
]
