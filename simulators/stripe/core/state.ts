import type Stripe from 'stripe'

/** The kinds of object that an account can hold, by Stripe's own name for them. A new kind is one line here and one in `kinds`. */
export type Kinds = {
  'checkout.session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  webhook_endpoint: Stripe.WebhookEndpoint
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  payment_method: Stripe.PaymentMethod
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  'billing_portal.session': Stripe.BillingPortal.Session
}
export type Kind = keyof Kinds
export type AnyObject = Kinds[Kind]

const kinds = [
  'checkout.session',
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'webhook_endpoint',
  'customer',
  'product',
  'price',
  'payment_method',
  'subscription',
  'invoice',
  'billing_portal.session',
] as const satisfies Kind[]

/** What a hosted page needs and the session object doesn't carry. Amounts are whole cents. */
export type CheckoutDetails = {
  lines: { name: string; description: string; quantity: number; unitAmount: number }[]
  paymentIntent: { metadata: Record<string, string>; description: string | null; receipt_email: string | null }
}

/** What may be known of a card after it was used; the number and the CVC are never part of it. */
export type UsedCard = { brand: string; last4: string; expMonth: number; expYear: number; name: string; email: string | null }

/** A card that is kept for later payments; `later` is why those will be refused, if they will be. */
export type SavedCard = { card: UsedCard; later: { code: string; declineCode?: string; message: string } | null }

/** What subscriptions need and their objects don't carry. */
export type Billing = {
  /** The payment intent of each invoice that asks for money, by the invoice's id. */
  intents: Record<string, string>
  /** By payment method. */
  cards: Record<string, SavedCard>
  /** Fields of an object that are sent only when `expand` asks for them, by the object's id. */
  onRequest: Record<string, Record<string, unknown>>
}

/** What happens by itself once the clock is past `at` (unix seconds). `id` names a payment intent or a refund. */
export type Due = { at: number; what: 'bank' | 'refund'; id: string; outcome: 'succeeded' | 'failed' }

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
  body: { data: { object: object; previous_attributes?: object }; request: Stripe.EventBase['request'] }
}

export type DeliveryStatus = 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed'
export type Delivery = { id: string; event: string; endpoint: string; status: DeliveryStatus; tries: number; lastAnswer: string }

export type Account = {
  id: string
  livemode: boolean
  publishableKey: string
  /** Unix seconds. */
  created: number
  objects: { [K in Kind]: Record<string, Kinds[K]> }
  checkouts: Record<string, CheckoutDetails>
  /** Cards whose bank wants a word with the buyer first, by payment intent. */
  challenges: Record<string, UsedCard>
  /** What becomes of a charge's refunds, where its card asks for something special. */
  refundFates: Record<string, 'fails' | 'pends'>
  due: Due[]
  billing: Billing
  webhookSecrets: Record<string, string>
  /** Replaced secrets that go on signing until their time (unix seconds) is over. */
  oldSecrets: Record<string, { secret: string; until: number }[]>
  events: StoredEvent[]
  deliveries: Delivery[]
  answers: Record<string, StoredAnswer>
}

/** Everything the sandbox remembers; plain JSON. `given` counts the ids that a `seed` has brought forth, by kind. */
export type State = {
  version: 1
  accounts: Record<string, Account>
  revokedKeys: string[]
  seed: string | null
  given: Record<string, number>
  /** How many of the refunds to come will stay pending. */
  pendingRefunds: number
  /** Whether the accounts have saved how their customer portal looks; without that no portal opens. */
  portalConfigured: boolean
}

export const emptyState = (seed: string | null = null): State => ({
  version: 1,
  accounts: {},
  revokedKeys: [],
  seed,
  given: {},
  pendingRefunds: 0,
  portalConfigured: true,
})

type Identity = Pick<Account, 'id' | 'livemode' | 'publishableKey' | 'created'>

export const emptyAccount = ({ id, livemode, publishableKey, created }: Identity): Account => ({
  id,
  livemode,
  publishableKey,
  created,
  objects: Object.fromEntries(kinds.map((kind) => [kind, {}])) as Account['objects'],
  checkouts: {},
  challenges: {},
  refundFates: {},
  due: [],
  billing: { intents: {}, cards: {}, onRequest: {} },
  webhookSecrets: {},
  oldSecrets: {},
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

/** The object of that kind and id in whichever account has it, or undefined. */
export const findAnywhere = <K extends Kind>(state: State, kind: K, id: string): { account: Account; object: Kinds[K] } | undefined => {
  for (const account of Object.values(state.accounts)) {
    const object = find(account, kind, id)
    if (object) return { account, object }
  }
}
