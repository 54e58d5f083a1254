import type { Settlement } from '#simulators/kit/settlement.ts'
import type { Delivery } from '#simulators/kit/webhook-outbox.ts'

type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
/** It decides the capture's outcome. */
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
export type PurchaseUnit = {
  reference_id: string
  amount: Money & { breakdown?: Breakdown }
  description?: string
  custom_id?: string
  invoice_id?: string
  soft_descriptor?: string
  items?: Item[]
}

/** Times are unix seconds, amounts are cents. */
type Dated = { id: string; createdAt: number; updatedAt: number }
export type Order = Dated & {
  status: OrderStatus
  unit: PurchaseUnit
  /** A merchant id. */
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
  settlement: Settlement | null
}
export type Refund = Dated & {
  captureId: string
  status: RefundStatus
  amount: number
  currency: string
  note: string | null
  customId: string | null
  invoiceId: string | null
  /** At the rate of its own moment. */
  settlement: Settlement | null
}
export type Dispute = Dated & { captureId: string; status: 'open' | 'won' | 'lost'; amount: number; currency: string }
export type Webhook = { id: string; url: string; eventTypes: string[] }

type StoredEvent = { id: string; type: string; body: string }
export type WebhookDelivery = Delivery & { type: string; webhook: string }
export type StoredResult = { storedAt: number; id: string; refusal: { status: number; body: string } | null }

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
  deliveries: WebhookDelivery[]
  requests: Record<string, StoredResult>
}
type Token = { clientId: string; kind: 'access' | 'client'; domains: string[]; expiresAt: number; secret: string }
type RefundMode = 'complete' | 'pending' | 'refuse'

export type State = {
  version: 1
  idsGiven: number
  accounts: Record<string, Account>
  tokens: Record<string, Token>
  revokedSecrets: string[]
  refunds: RefundMode
  /** Captures in another currency are converted; null: each currency has a balance of its own. */
  settlement: Settlement | null
}

export const emptyState = (): State => ({
  version: 1,
  idsGiven: 0,
  accounts: {},
  tokens: {},
  revokedSecrets: [],
  refunds: 'complete',
  settlement: null,
})

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

/** Inherited names such as 'constructor' are not entries. */
export const findById = <T>(table: Record<string, T>, id: string): T | undefined => (Object.hasOwn(table, id) ? table[id] : undefined)

export const findCapture = (account: Account, order: Order) => Object.values(account.captures).find(({ orderId }) => orderId === order.id)
export const listRefunds = (account: Account, capture: Capture) =>
  Object.values(account.refunds).filter(({ captureId }) => captureId === capture.id)
