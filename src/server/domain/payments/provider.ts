import type { Cents } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

export { InvalidSignature, ProviderError } from './provider-error.ts'

/** One try to collect money with a provider. `id` is our own and serves as the idempotency key of every call about it. */
export type PaymentAttempt = {
  id: string
  invoiceId: number
  provider: ProviderName
  /** The provider's account that it was made with: no other knows of it. */
  accountId: string
  ref: string | null
  url: string | null
  amount: Cents
  currency: string
  /** Who the provider said gets the money when its page was made; null where it doesn't say. */
  payee: string | null
  /** Part of the capture's idempotency key; raised after a definite decline. */
  captureTry: number
  status: 'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'
  createdAt: Date
  updatedAt: Date
}

/** What the customer is to pay for, for the provider's page. */
export type CheckoutDetails = {
  title: string
  /** The invoice's number, for the provider's own records. */
  number: string
  businessName: string
  customerEmail: string | null
  successUrl: string
  cancelUrl: string
}

export type Charge = {
  ref: string
  amount: Cents
  /** Given back: refunds that weren't undone, never more than the amount. */
  refunded: Cents
  currency: string
  dispute: 'open' | 'won' | 'lost' | null
  succeeded: boolean
  /** When the money was taken, which may be long before we hear of it. */
  at: Date
}

/** What the provider itself says: the only source of facts about money. */
export type ProviderStatus = {
  state: 'open' | 'pending' | 'paid' | 'expired' | 'failed'
  attemptId: string | null
  /** The card provider's payment intent; null elsewhere. */
  paymentIntentId: string | null
  /** Who gets the money, where the provider says so. */
  payee: string | null
  charges: Charge[]
}

export type Refund = { ref: string; status: 'pending' | 'succeeded' | 'failed'; problem: string | null }

/** A signed event: which of our attempts may have changed. It is never more than a hint to ask. */
export type WebhookEvent = {
  id: string
  type: string
  /** Ids that an attempt may be found by: our own attempt's, the provider's session or order, its payment intent, charge or capture. */
  refs: string[]
}

/** What a webhook was registered with. */
export type WebhookRegistration = { webhookId: string; secret: string | null }

/** One instance per business credential. Every method throws ProviderError when the provider can't be asked. */
export type CheckoutProvider = {
  name: ProviderName
  accountId: string
  /** True for the built-in stand-in: no real money moves. */
  sandbox: boolean
  /** The least that it takes, ... */
  minimum: Cents
  /** ... and the most at once. */
  maximum: Cents
  /** Whose key it is. @throws ProviderError with `isRefused` when the key itself is no good */
  checkKeys(): Promise<{ accountId: string; mode: 'live' | 'test' }>
  /** Opens the payment page; the same attempt gives the same page, however often it is asked. `url` is null where a button opens it. */
  openCheckout(attempt: PaymentAttempt, bill: CheckoutDetails): Promise<{ ref: string; url: string | null; payee: string | null }>
  /** Makes sure that nobody can pay there any more, unless somebody did already. */
  closeCheckout(ref: string): Promise<'closed' | 'was-paid'>
  fetchStatus(ref: string): Promise<ProviderStatus>
  /**
   * Takes the money that a customer approved, for providers whose page only asks for it.
   * @throws Declined when he has to choose another way to pay
   */
  capture?(ref: string, key: string): Promise<void>
  /** What the wallet's button needs on pages of this host ('pay.example.com'), for providers whose page opens by a button. */
  walletSetup?(domain: string): Promise<WalletSetup>
  /** Gives money of a charge back; the same key gives it back once. @throws ProviderError; `isRefused` when the provider won't: its message says why */
  refund(charge: string, amount: Cents, key: string): Promise<Refund>
  /** What became of a refund that was on its way. */
  fetchRefund?(ref: string): Promise<Refund>
  /** Has the provider send events to this address. */
  registerWebhook(url: string): Promise<WebhookRegistration>
  removeWebhook(webhookId: string): Promise<void>
  /**
   * Reads an event as it came over the wire.
   * @throws BadSignature when it isn't the provider's, ProviderError when that can't be found out at the moment
   */
  verifyWebhook(
    raw: Buffer,
    headers: Record<string, string | string[] | undefined>,
    kept: WebhookRegistration,
    now: Date,
  ): Promise<WebhookEvent>
}

/** What the wallet's button in the browser needs. */
export type WalletSetup = { clientToken: string; environment: 'sandbox' | 'production' }

/** The customer's way to pay was declined; he may choose another one on the same page. */
export class PaymentDeclined extends Error {}
