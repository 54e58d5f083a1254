import { listOf, listParams } from '#simulators/stripe/core/lists.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, shape } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import type { Kind } from '#simulators/stripe/core/state.ts'
import { createRefund, refundParams } from './refund.ts'

const read = shape({ expand: expandPaths })
const oneOfKind = (kind: Kind) => (call: Call<unknown>) => existing(call, kind, call.id)
const ofPayment = listParams('charge', 'payment_intent')

/** Payment intents, charges, refunds and disputes. */
export const paymentRoutes: Route[] = [
  route('GET', '/v1/payment_intents/:id', read, oneOfKind('payment_intent')),
  route('GET', '/v1/charges', listParams('payment_intent'), listOf('charge', '/v1/charges', ['payment_intent'])),
  route('GET', '/v1/charges/:id', read, oneOfKind('charge')),
  route('POST', '/v1/refunds', refundParams, createRefund),
  route('GET', '/v1/refunds', ofPayment, listOf('refund', '/v1/refunds', ['charge', 'payment_intent'])),
  route('GET', '/v1/refunds/:id', read, oneOfKind('refund')),
  route('GET', '/v1/disputes', ofPayment, listOf('dispute', '/v1/disputes', ['charge', 'payment_intent'])),
  route('GET', '/v1/disputes/:id', read, oneOfKind('dispute')),
]
