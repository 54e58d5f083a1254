/** PayPal's states of an order, a captured payment and a refund. */
export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
/** What the buyer pays with: it decides how the capture ends. */
export type Funding = 'balance' | 'declined-card' | 'echeck'

export type Money = { currency_code: string; value: string }
export type Item = {
  name: string
  quantity: string
  unit_amount: Money
  tax?: Money
  description?: string
  sku?: string
  category?: string
}
export type Breakdown = Partial<
  Record<'item_total' | 'shipping' | 'handling' | 'tax_total' | 'insurance' | 'shipping_discount' | 'discount', Money>
>
/** The one thing that is paid for, as the business sent it. */
export type Unit = {
  reference_id: string
  amount: Money & { breakdown?: Breakdown }
  description?: string
  custom_id?: string
  invoice_id?: string
  soft_descriptor?: string
  items?: Item[]
}

/** Instants are unix seconds, amounts whole cents. */
type Dated = { id: string; createdAt: number; updatedAt: number }
export type Order = Dated & {
  status: OrderStatus
  unit: Unit
  /** Whose money it is: the merchant id that the answers name. */
  payee: string
  hasSource: boolean
  brandName: string
  returnUrl: string | null
  cancelUrl: string | null
  funding: Funding | null
  approvedAt: number | null
}
export type Capture = Dated & {
  orderId: string
  status: CaptureStatus
  reason: 'ECHECK' | 'CHARGEBACK' | null
  amount: number
  currency: string
  payee: string
  customId: string | null
  invoiceId: string | null
}
export type Refund = Dated & {
  captureId: string
  status: RefundStatus
  amount: number
  currency: string
  note: string | null
  customId: string | null
  invoiceId: string | null
}
export type Dispute = Dated & { captureId: string; status: 'open' | 'won' | 'lost'; amount: number; currency: string }
export type Webhook = { id: string; url: string; eventTypes: string[] }

export type StoredEvent = { id: string; type: string; body: string }
export type DeliveryStatus = 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed'
export type Delivery = {
  id: string
  event: string
  type: string
  webhook: string
  status: DeliveryStatus
  tries: number
  lastAnswer: string
}
/** What a PayPal-Request-Id led to: a thing that can be shown again, or a refusal. */
export type Remembered = { storedAt: number; id: string; refusal: { status: number; body: string } | null }

/** One app of one merchant. */
export type Account = {
  clientId: string
  merchantId: string
  orders: Record<string, Order>
  captures: Record<string, Capture>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  webhooks: Record<string, Webhook>
  events: StoredEvent[]
  deliveries: Delivery[]
  requests: Record<string, Remembered>
}
export type Token = { clientId: string; kind: 'access' | 'client'; domains: string[]; expiresAt: number; secret: string }
export type RefundMode = 'complete' | 'pending' | 'refuse'

/** Everything the sandbox remembers; plain JSON. */
export type State = {
  version: 1
  idsGiven: number
  accounts: Record<string, Account>
  tokens: Record<string, Token>
  revokedSecrets: string[]
  /** What happens to refunds that are asked for from now on. */
  refunds: RefundMode
}

export const emptyState = (): State => ({ version: 1, idsGiven: 0, accounts: {}, tokens: {}, revokedSecrets: [], refunds: 'complete' })

export const emptyAccount = (clientId: string, merchantId: string): Account => ({
  clientId,
  merchantId,
  orders: {},
  captures: {},
  refunds: {},
  disputes: {},
  webhooks: {},
  events: [],
  deliveries: [],
  requests: {},
})

/** The entry of that id; names that every object has, like 'constructor', are none. */
export const own = <T>(table: Record<string, T>, id: string): T | undefined => (Object.hasOwn(table, id) ? table[id] : undefined)

export const captureOf = (account: Account, order: Order) => Object.values(account.captures).find(({ orderId }) => orderId === order.id)
export const refundsOf = (account: Account, capture: Capture) =>
  Object.values(account.refunds).filter(({ captureId }) => captureId === capture.id)
