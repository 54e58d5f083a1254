import { badRequest, notFound } from '#simulators/paypal/core/errors.ts'
import { readObject } from '#simulators/paypal/core/params.ts'
import type { ApiCall, Route } from '#simulators/paypal/core/route.ts'
import { readOrder } from './create-params.ts'
import { captureOrder, createOrder, findOrder } from './lifecycle.ts'
import { toOrderObject } from './order-object.ts'

const storedSeconds = 6 * 3600

const retrieve = ({ context, account }: ApiCall, id: string) => {
  const order = findOrder(context, account, id)
  if (!order) throw notFound()
  return order
}
const view = (call: ApiCall, id: string) => toOrderObject(call.context, call.account, retrieve(call, id), call.full)

const create = (call: ApiCall) => {
  const params = readOrder(call.body)
  if (params.hasSource && !call.hasRequestId)
    throw badRequest('PAYPAL_REQUEST_ID_REQUIRED', { field: 'PayPal-Request-Id', location: 'header' })
  const { id } = createOrder(call.context, call.account, params)
  return { status: 201, body: view(call, id), id }
}

const capture = (call: ApiCall) => {
  if (call.body !== undefined) readObject(call.body, '/')
  captureOrder(call.context, call.account, retrieve(call, call.id))
  return { status: 201, body: view(call, call.id), id: call.id }
}

export const orderRoutes: Route[] = [
  { method: 'POST', path: '/v2/checkout/orders', run: create, idempotent: { seconds: storedSeconds, status: 200, view } },
  {
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    run: (call) => ({ status: 200, body: toOrderObject(call.context, call.account, retrieve(call, call.id), true) }),
  },
  { method: 'POST', path: '/v2/checkout/orders/:id/capture', run: capture, idempotent: { seconds: storedSeconds, status: 200, view } },
]
