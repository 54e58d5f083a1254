import { notFound } from '#simulators/paypal/core/errors.ts'
import type { ApiCall, Route } from '#simulators/paypal/core/route.ts'
import { findById } from '#simulators/paypal/core/state.ts'
import { toCaptureObject } from './capture-object.ts'
import { toRefundObject } from './refund-object.ts'
import { createRefund } from './refunds.ts'

const storedSeconds = 45 * 86_400

const retrieveCapture = ({ account, context, id }: ApiCall) => {
  const found = findById(account.captures, id)
  if (!found) throw notFound()
  return { status: 200, body: toCaptureObject(context, found, 'alone') }
}

const viewRefund = ({ account, context }: ApiCall, id: string) => {
  const found = findById(account.refunds, id)
  if (!found) throw notFound()
  return toRefundObject(context, account, found)
}

const viewRequested = (call: ApiCall, id: string): object => {
  const { status, links, ...rest } = viewRefund(call, id)
  return call.full ? { ...rest, status, links } : { id, status, links }
}

const refundCapture = (call: ApiCall) => {
  const { id } = createRefund(call)
  return { status: 201, body: viewRequested(call, id), id }
}

export const paymentRoutes: Route[] = [
  { method: 'GET', path: '/v2/payments/captures/:id', run: retrieveCapture },
  {
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    run: refundCapture,
    idempotent: { seconds: storedSeconds, status: 201, view: viewRequested },
  },
  { method: 'GET', path: '/v2/payments/refunds/:id', run: (call) => ({ status: 200, body: viewRefund(call, call.id) }) },
]
