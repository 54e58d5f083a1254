import type Stripe from 'stripe'
import { missing } from '../core/errors.ts'
import { expandPaths, shape } from '../core/readers.ts'
import { type Call, type Route, route } from '../core/route.ts'
import { keep } from '../core/state.ts'
import { type CreateParams, createParams } from './create-params.ts'
import { expireNow, findSession } from './lifecycle.ts'
import { newSession } from './session.ts'

/** Where the hosted page of a session lives, below the product's origin. */
export const checkoutPath = '/sandbox/stripe/checkout'

const create = ({ account, world, params }: Call<CreateParams>): Stripe.Checkout.Session => {
  const session = newSession(params, (id) => `${world.publicUrl}${checkoutPath}/${id}`, world.now())
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

const existing = ({ account, world, id }: Call<unknown>): Stripe.Checkout.Session => {
  const session = findSession(world, account, id)
  if (!session) throw missing('checkout.session', id, 'session')
  return session
}

const read = shape({ expand: expandPaths })

/** Checkout sessions. */
export const checkoutRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', createParams, create),
  route('GET', '/v1/checkout/sessions/:id', read, existing),
  route('POST', '/v1/checkout/sessions/:id/expire', read, (call) => expireNow(call.world, call.account, existing(call))),
]
