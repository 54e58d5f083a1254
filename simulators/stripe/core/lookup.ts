import { missing } from './errors.ts'
import type { Call } from './route.ts'
import { find, type Kind, type Kinds } from './state.ts'

/** What Stripe calls a kind in its refusals, and the parameter that it blames. */
const said: Record<Kind, { noun: string; param: string }> = {
  'checkout.session': { noun: 'checkout.session', param: 'session' },
  payment_intent: { noun: 'payment_intent', param: 'intent' },
  charge: { noun: 'charge', param: 'id' },
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

type Caller = Pick<Call<unknown>, 'account' | 'world'>

/** The object, or Stripe's 404; that says so if the other mode of the same account has it. */
export const existing = <K extends Kind>({ account, world }: Caller, kind: K, id: string, param = said[kind].param): Kinds[K] => {
  const found = find(account, kind, id)
  if (found) return found
  const twin = world.state.accounts[account.livemode ? account.id : `${account.id}_live`]
  throw missing(said[kind].noun, id, param, twin && find(twin, kind, id) ? account.livemode : undefined)
}
