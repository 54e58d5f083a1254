import { createListHandler, listParams } from '#simulators/stripe/core/lists.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import type { ObjectType } from '#simulators/stripe/core/state.ts'
import { cancelIntent, chargeOffSession, offSessionParams } from './off-session.ts'
import { createRefund, refundParams } from './refund.ts'

const createRetrieve = (type: ObjectType) => (call: ApiCall<unknown>) => retrieve(call, type, call.id)
const paymentFilters = listParams('charge', 'payment_intent')

export const paymentRoutes: Route[] = [
  defineRoute('POST', '/v1/payment_intents', offSessionParams, chargeOffSession),
  defineRoute(
    'GET',
    '/v1/payment_intents',
    listParams('customer'),
    createListHandler('payment_intent', '/v1/payment_intents', ['customer']),
  ),
  defineRoute('POST', '/v1/payment_intents/:id/cancel', noParams, cancelIntent),
  defineRoute('GET', '/v1/payment_intents/:id', noParams, createRetrieve('payment_intent')),
  defineRoute('GET', '/v1/charges', listParams('payment_intent'), createListHandler('charge', '/v1/charges', ['payment_intent'])),
  defineRoute('GET', '/v1/charges/:id', noParams, createRetrieve('charge')),
  defineRoute('POST', '/v1/refunds', refundParams, createRefund),
  defineRoute('GET', '/v1/refunds', paymentFilters, createListHandler('refund', '/v1/refunds', ['charge', 'payment_intent'])),
  defineRoute('GET', '/v1/refunds/:id', noParams, createRetrieve('refund')),
  defineRoute('GET', '/v1/disputes', paymentFilters, createListHandler('dispute', '/v1/disputes', ['charge', 'payment_intent'])),
  defineRoute('GET', '/v1/disputes/:id', noParams, createRetrieve('dispute')),
]
