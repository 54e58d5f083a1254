import { resourceMissing } from './errors.ts'
import { expandPaths, shape } from './params.ts'
import type { ApiCall } from './route.ts'
import { findObject, type ObjectType, type ObjectTypes } from './state.ts'

const errorNames: Record<ObjectType, { noun: string; param: string }> = {
  'checkout.session': { noun: 'checkout.session', param: 'session' },
  payment_intent: { noun: 'payment_intent', param: 'intent' },
  charge: { noun: 'charge', param: 'id' },
  balance_transaction: { noun: 'balance transaction', param: 'id' },
  refund: { noun: 'refund', param: 'id' },
  dispute: { noun: 'dispute', param: 'dispute' },
  webhook_endpoint: { noun: 'webhook endpoint', param: 'webhook_endpoint' },
  customer: { noun: 'customer', param: 'id' },
  product: { noun: 'product', param: 'id' },
  price: { noun: 'price', param: 'price' },
  payment_method: { noun: 'PaymentMethod', param: 'payment_method' },
  subscription: { noun: 'subscription', param: 'id' },
  invoice: { noun: 'invoice', param: 'invoice' },
  'billing_portal.session': { noun: 'billing_portal.session', param: 'session' },
}

type Caller = Pick<ApiCall<unknown>, 'account' | 'context'>

export const noParams = shape({ expand: expandPaths })

/** @throws ApiError 404, which also tells whether the object exists in the account's other mode */
export const retrieve = <K extends ObjectType>(
  { account, context }: Caller,
  type: K,
  id: string,
  param = errorNames[type].param,
): ObjectTypes[K] => {
  const found = findObject(account, type, id)
  if (found) return found
  const otherMode = context.state.accounts[account.livemode ? account.id : `${account.id}_live`]
  throw resourceMissing(errorNames[type].noun, id, param, otherMode && findObject(otherMode, type, id) ? account.livemode : undefined)
}
