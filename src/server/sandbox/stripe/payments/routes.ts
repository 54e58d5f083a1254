import { missing } from '../core/errors.ts'
import { expandPaths, shape } from '../core/readers.ts'
import { type Call, type Route, route } from '../core/route.ts'
import { find, type Kind } from '../core/state.ts'
import { createRefund, refundParams } from './refund.ts'

const read = shape({ expand: expandPaths })
const oneOfKind =
  (kind: Kind) =>
  ({ account, id }: Call<unknown>) => {
    const found = find(account, kind, id)
    if (!found) throw missing(kind, id, kind === 'payment_intent' ? 'intent' : 'id')
    return found
  }

/** Payment intents, charges and refunds. */
export const paymentRoutes: Route[] = [
  route('GET', '/v1/payment_intents/:id', read, oneOfKind('payment_intent')),
  route('GET', '/v1/charges/:id', read, oneOfKind('charge')),
  route('POST', '/v1/refunds', refundParams, createRefund),
  route('GET', '/v1/refunds/:id', read, oneOfKind('refund')),
]
