import type Stripe from 'stripe'
import { listOf, listParams } from '#simulators/stripe/core/lists.ts'
import { existing as existingObject } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, shape } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { keep } from '#simulators/stripe/core/state.ts'
import { type CreateParams, createParams } from './create-params.ts'
import { expireNow, findSession } from './lifecycle.ts'
import { newSession } from './session.ts'

const create = ({ account, world, params }: Call<CreateParams>): Stripe.Checkout.Session => {
  const session = newSession(world, account, params)
  keep(account, 'checkout.session', session)
  account.checkouts[session.id] = {
    lines: params.line_items.map(({ price_data, quantity }) => ({
      name: price_data.product_data.name,
      description: price_data.product_data.description ?? '',
      quantity,
      unitAmount: price_data.unit_amount,
    })),
    paymentIntent: {
      metadata: params.payment_intent_data?.metadata ?? {},
      description: params.payment_intent_data?.description ?? null,
      receipt_email: params.payment_intent_data?.receipt_email ?? null,
    },
  }
  world.changed()
  return session
}

const existing = (call: Call<unknown>): Stripe.Checkout.Session =>
  findSession(call.world, call.account, call.id) ?? existingObject(call, 'checkout.session', call.id)

const read = shape({ expand: expandPaths })

/** Checkout sessions. */
export const checkoutRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', createParams, create),
  route(
    'GET',
    '/v1/checkout/sessions',
    listParams('payment_intent'),
    listOf('checkout.session', '/v1/checkout/sessions', ['payment_intent']),
  ),
  route('GET', '/v1/checkout/sessions/:id', read, existing),
  route('POST', '/v1/checkout/sessions/:id/expire', read, (call) => expireNow(call.world, call.account, existing(call))),
]
