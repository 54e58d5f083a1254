import type Stripe from 'stripe'
import type { Settlement } from '#simulators/kit/settlement.ts'
import type { Delivery } from '#simulators/kit/webhook-outbox.ts'

/** A new type is one line here and one in `objectTypes`. */
export type ObjectTypes = {
  'checkout.session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
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
export type ObjectType = keyof ObjectTypes
export type AnyObject = ObjectTypes[ObjectType]

const objectTypes = [
  'checkout.session',
  'payment_intent',
  'charge',
  'balance_transaction',
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
] as const satisfies ObjectType[]

/** What the hosted page shows and the session object does not contain. Amounts are cents. */
export type CheckoutDetails = {
  lines: { name: string; description: string; quantity: number; unitAmount: number }[]
  paymentIntent: {
    metadata: Record<string, string>
    description: string | null
    receipt_email: string | null
    /** The card is saved for payments without the cardholder. Sessions of older state files don't have it. */
    setup_future_usage?: 'off_session' | null
  }
}

/** A card's number and CVC are never stored. */
export type CardDetails = { brand: string; last4: string; expMonth: number; expYear: number; name: string; email: string | null }

/** `later` is how later payments will be declined, or null. */
export type SavedCard = { card: CardDetails; later: { code: string; declineCode?: string; message: string } | null }

export type Billing = {
  /** By the id of an invoice with an amount due: the id of its payment intent. */
  intents: Record<string, string>
  /** By the payment method's id. */
  cards: Record<string, SavedCard>
  /** Fields that are sent only when `expand` names them, by the object's id. */
  onRequest: Record<string, Record<string, unknown>>
}

/** It takes effect at `at` (unix seconds). `id` is a payment intent's ('bank') or a refund's. */
export type ScheduledOutcome = { at: number; what: 'bank' | 'refund'; id: string; outcome: 'succeeded' | 'failed' }

export type StoredResponse = {
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

export type EndpointDelivery = Delivery & { endpoint: string }

export type Account = {
  id: string
  livemode: boolean
  publishableKey: string
  /** Unix seconds. */
  created: number
  objects: { [K in ObjectType]: Record<string, ObjectTypes[K]> }
  checkouts: Record<string, CheckoutDetails>
  /** Cards whose bank waits for the buyer's confirmation (3-D Secure), by the payment intent's id. */
  challenges: Record<string, CardDetails>
  /** How refunds of a charge end when its test card asks for it, by the charge's id. */
  refundFates: Record<string, 'fails' | 'pends'>
  due: ScheduledOutcome[]
  billing: Billing
  webhookSecrets: Record<string, string>
  /** Replaced secrets that sign until `until` (unix seconds), by the endpoint's id. */
  oldSecrets: Record<string, { secret: string; until: number }[]>
  events: StoredEvent[]
  deliveries: EndpointDelivery[]
  answers: Record<string, StoredResponse>
}

/** As JSON in the state file. `given` counts the ids created with the seed, by kind. */
export type State = {
  version: 1
  accounts: Record<string, Account>
  revokedKeys: string[]
  seed: string | null
  given: Record<string, number>
  /** This many of the next refunds stay pending. */
  pendingRefunds: number
  /** Charges in another currency are converted; null: each currency has a balance of its own. */
  settlement: Settlement | null
  /** If not, creating a portal session fails. */
  portalConfigured: boolean
}

export const emptyState = (seed: string | null = null): State => ({
  version: 1,
  accounts: {},
  revokedKeys: [],
  seed,
  given: {},
  pendingRefunds: 0,
  settlement: null,
  portalConfigured: true,
})

type Identity = Pick<Account, 'id' | 'livemode' | 'publishableKey' | 'created'>

export const emptyAccount = ({ id, livemode, publishableKey, created }: Identity): Account => ({
  id,
  livemode,
  publishableKey,
  created,
  objects: Object.fromEntries(objectTypes.map((type) => [type, {}])) as Account['objects'],
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

export const findObject = <K extends ObjectType>(account: Account, type: K, id: string): ObjectTypes[K] | undefined => {
  const table = account.objects[type]
  return Object.hasOwn(table, id) ? table[id] : undefined
}

export const findObjectById = (account: Account, id: string): AnyObject | undefined => {
  for (const type of objectTypes) {
    const found = findObject(account, type, id)
    if (found) return found
  }
}

export const store = <K extends ObjectType>(account: Account, type: K, object: ObjectTypes[K]): ObjectTypes[K] => {
  const table: Record<string, ObjectTypes[K]> = account.objects[type]
  table[object.id] = object
  return object
}

export const findInAllAccounts = <K extends ObjectType>(
  state: State,
  type: K,
  id: string,
): { account: Account; object: ObjectTypes[K] } | undefined => {
  for (const account of Object.values(state.accounts)) {
    const object = findObject(account, type, id)
    if (object) return { account, object }
  }
}
