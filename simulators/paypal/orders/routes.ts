import { badRequest, notFound } from '#simulators/paypal/core/errors.ts'
import { tree } from '#simulators/paypal/core/params.ts'
import type { Call, Route } from '#simulators/paypal/core/route.ts'
import { readOrder } from './create-params.ts'
import { capture, findOrder, newOrder } from './lifecycle.ts'
import { orderObject } from './order-object.ts'

const keptSeconds = 6 * 3600

const existing = ({ world, account }: Call, id: string) => {
  const order = findOrder(world, account, id)
  if (!order) throw notFound()
  return order
}
const shown = (call: Call, id: string) => orderObject(call.world, call.account, existing(call, id), call.full)

const create = (call: Call) => {
  const params = readOrder(call.body)
  if (params.hasSource && !call.hasRequestId)
    throw badRequest('PAYPAL_REQUEST_ID_REQUIRED', { field: 'PayPal-Request-Id', location: 'header' })
  const { id } = newOrder(call.world, call.account, params)
  return { status: 201, body: shown(call, id), id }
}

const take = (call: Call) => {
  if (call.body !== undefined) tree(call.body, '/')
  capture(call.world, call.account, existing(call, call.id))
  return { status: 201, body: shown(call, call.id), id: call.id }
}

/** Orders: made by the business, approved by the buyer on the hosted page, captured by the business. */
export const orderRoutes: Route[] = [
  { method: 'POST', path: '/v2/checkout/orders', run: create, repeat: { seconds: keptSeconds, status: 200, view: shown } },
  {
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    run: (call) => ({ status: 200, body: orderObject(call.world, call.account, existing(call, call.id), true) }),
  },
  { method: 'POST', path: '/v2/checkout/orders/:id/capture', run: take, repeat: { seconds: keptSeconds, status: 200, view: shown } },
]
