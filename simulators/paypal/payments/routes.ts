import { notFound } from '#simulators/paypal/core/errors.ts'
import type { Call, Route } from '#simulators/paypal/core/route.ts'
import { own } from '#simulators/paypal/core/state.ts'
import { captureObject } from './capture-object.ts'
import { refundObject } from './refund-object.ts'
import { refund } from './refunds.ts'

const keptSeconds = 45 * 86_400

const capture = ({ account, world, id }: Call) => {
  const found = own(account.captures, id)
  if (!found) throw notFound()
  return { status: 200, body: captureObject(world, found, 'alone') }
}

const whole = ({ account, world }: Call, id: string) => {
  const found = own(account.refunds, id)
  if (!found) throw notFound()
  return refundObject(world, account, found)
}

const shown = (call: Call, id: string): object => {
  const { status, links, ...rest } = whole(call, id)
  return call.full ? { ...rest, status, links } : { id, status, links }
}

const giveBack = (call: Call) => {
  const { id } = refund(call)
  return { status: 201, body: shown(call, id), id }
}

/** Captured payments and their refunds. */
export const paymentRoutes: Route[] = [
  { method: 'GET', path: '/v2/payments/captures/:id', run: capture },
  { method: 'POST', path: '/v2/payments/captures/:id/refund', run: giveBack, repeat: { seconds: keptSeconds, status: 201, view: shown } },
  { method: 'GET', path: '/v2/payments/refunds/:id', run: (call) => ({ status: 200, body: whole(call, call.id) }) },
]
