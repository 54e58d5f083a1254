import type Stripe from 'stripe'
import { createListHandler, listParams } from '#simulators/stripe/core/lists.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { store } from '#simulators/stripe/core/state.ts'
import { type CreateParams, createParams } from './create-params.ts'
import { expireSession, findSession } from './lifecycle.ts'
import { buildSession } from './session.ts'

const create = ({ account, context, params }: ApiCall<CreateParams>): Stripe.Checkout.Session => {
  const session = buildSession(context, account, params)
  store(account, 'checkout.session', session)
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
      setup_future_usage: params.payment_intent_data?.setup_future_usage ?? null,
    },
  }
  context.changed()
  return session
}

const retrieveSession = (call: ApiCall<unknown>): Stripe.Checkout.Session =>
  findSession(call.context, call.account, call.id) ?? retrieve(call, 'checkout.session', call.id)

export const checkoutRoutes: Route[] = [
  defineRoute('POST', '/v1/checkout/sessions', createParams, create),
  defineRoute(
    'GET',
    '/v1/checkout/sessions',
    listParams('payment_intent'),
    createListHandler('checkout.session', '/v1/checkout/sessions', ['payment_intent']),
  ),
  defineRoute('GET', '/v1/checkout/sessions/:id', noParams, retrieveSession),
  defineRoute('POST', '/v1/checkout/sessions/:id/expire', noParams, (call) =>
    expireSession(call.context, call.account, retrieveSession(call)),
  ),
]
