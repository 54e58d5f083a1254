import type Stripe from 'stripe'

/** The kinds of object that an account can hold, by Stripe's own name for them. A new kind is one line here and one in `kinds`. */
export type Kinds = {
  'checkout.session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds
export type AnyObject = Kinds[Kind]

const kinds = ['checkout.session', 'payment_intent', 'charge', 'refund', 'webhook_endpoint'] as const satisfies Kind[]

/** What a hosted page needs and the session object doesn't carry. Amounts are whole cents. */
export type CheckoutDetails = {
  lines: { name: string; description: string; quantity: number; unitAmount: number }[]
  paymentIntent: { metadata: Record<string, string>; description: string | null; receipt_email: string | null }
}

export type StoredAnswer = {
  method: string
  path: string
  params: string
  status: number
  body: string
  requestId: string
  storedAt: number
}

export type StoredEvent = {
  id: string
  type: string
  created: number
  body: Pick<Stripe.EventBase, 'data' | 'request'>
}

export type DeliveryStatus = 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed'
export type Delivery = { id: string; event: string; endpoint: string; status: DeliveryStatus; tries: number; lastAnswer: string }

export type Account = {
  id: string
  publishableKey: string
  /** Unix seconds. */
  created: number
  objects: { [K in Kind]: Record<string, Kinds[K]> }
  checkouts: Record<string, CheckoutDetails>
  webhookSecrets: Record<string, string>
  events: StoredEvent[]
  deliveries: Delivery[]
  answers: Record<string, StoredAnswer>
}

/** Everything the sandbox remembers; plain JSON. */
export type State = { version: 1; accounts: Record<string, Account>; revokedKeys: string[] }

export const emptyState = (): State => ({ version: 1, accounts: {}, revokedKeys: [] })

export const emptyAccount = (id: string, publishableKey: string, created: number): Account => ({
  id,
  publishableKey,
  created,
  objects: Object.fromEntries(kinds.map((kind) => [kind, {}])) as Account['objects'],
  checkouts: {},
  webhookSecrets: {},
  events: [],
  deliveries: [],
  answers: {},
})

/** The object of that kind and id in this account, or undefined. */
export const find = <K extends Kind>(account: Account, kind: K, id: string): Kinds[K] | undefined => {
  const table = account.objects[kind]
  return Object.hasOwn(table, id) ? table[id] : undefined
}

/** The object of any kind with that id. */
export const findAny = (account: Account, id: string): AnyObject | undefined => {
  for (const kind of kinds) {
    const found = find(account, kind, id)
    if (found) return found
  }
}

/** Adds or replaces the object under its own id. */
export const keep = <K extends Kind>(account: Account, kind: K, object: Kinds[K]): Kinds[K] => {
  const table: Record<string, Kinds[K]> = account.objects[kind]
  table[object.id] = object
  return object
}
