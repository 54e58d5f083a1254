import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** One try to collect the balance of an invoice through a provider. `id` is the idempotency key of the calls about it. */
export type PaymentAttempt = {
  id: string
  invoiceId: number
  provider: ProviderName
  /** The provider account it was made with. Other accounts can't read it. */
  accountId: string
  /** The provider's id of its checkout session or order; null until the provider has answered. */
  ref: string | null
  url: string | null
  amount: Amount
  currency: string
  /** The account that gets the money, as the provider named it when the checkout was opened; null where it names none. */
  payee: string | null
  /** Part of the idempotency key of a capture. Raised after a definite decline. */
  captureTry: number
  cardConsent: CardConsent | null
  /** The provider's id of the customer whose saved card is charged without a checkout; null for checkouts. */
  customerRef: string | null
  status: 'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'
  createdAt: Date
  updatedAt: Date
}

/** The words with which a customer lets the business save the card and charge it later; the most that one payment may take, in the invoice's currency. */
export type CardConsent = { words: string; at: string; maxAmount: string | null }

/** The provider's ids of the customer and of the payment method. */
export type CardRef = { customerRef: string; methodRef: string }

/** `customerRef` is null once the card can't be charged any more. */
export type CardDetails = { customerRef: string | null; brand: string; last4: string; expiryMonth: number; expiryYear: number }

/**
 * Why a saved card was declined. 'soft': it may be accepted another day; 'hard': never again; 'authentication': its bank wants the customer to confirm.
 * `message`: a sentence for the owner and the customer.
 */
export type Decline = { kind: 'soft' | 'hard' | 'authentication'; message: string }

export type CheckoutDetails = {
  title: string
  number: string
  businessName: string
  customerEmail: string | null
  successUrl: string
  cancelUrl: string
}

/** What the provider made of a charge whose money it converted to the currency of the account. The rate is of that currency per unit of the charge's. */
export type Settlement = {
  currency: string
  /** What the provider kept, in that currency; null while it is unknown. */
  fee: Amount | null
  /**
   * What it took from the account for refunds and lost disputes, less what it gave back, in that currency at the rates of those moments. Also the rest that a
   * failed refund or a dispute that was won left there; so it may be below zero. Null while a part of it is unknown.
   */
  returned: Amount | null
} & ({ amount: Amount; rate: string | null } | { amount: null; rate: string })

/** A charge (Stripe) or capture (PayPal). */
export type Charge = {
  ref: string
  amount: Amount
  /** The sum of its refunds without failed ones, at most `amount`. */
  refunded: Amount
  currency: string
  dispute: 'open' | 'won' | 'lost' | null
  succeeded: boolean
  /** What the provider kept of it, in its currency; null while it is unknown. */
  fee: Amount | null
  settlement?: Settlement | undefined
  /** When the provider took the money. */
  at: Date
}

/** A payment as the provider reports it: the only source of facts about money. */
export type ProviderStatus = {
  state: 'open' | 'pending' | 'paid' | 'expired' | 'failed'
  attemptId: string | null
  /** Stripe's payment intent; null for PayPal. */
  paymentIntentId: string | null
  /** The account that gets the money, where the provider names it. */
  payee: string | null
  charges: Charge[]
  /** The card that the payment saved, or was made with. */
  card?: CardRef | null
  /** Of the charge of a saved card that failed. */
  decline?: Decline | null
}

/** The status of a payment that the provider doesn't know, or no longer knows: it can't be paid any more. */
export const unknownPayment: ProviderStatus = { state: 'expired', attemptId: null, paymentIntentId: null, payee: null, charges: [] }

export type Refund = { ref: string; status: 'pending' | 'succeeded' | 'failed'; problem: string | null }

/** A verified webhook event. It only tells which attempts to fetch again: its contents are never recorded. */
export type WebhookEvent = {
  id: string
  type: string
  /** Ids by which an attempt may be found: its own, and those of the session or order, payment intent, charge or capture. */
  refs: string[]
}

/** `secret` signs its events where the provider has one. */
export type WebhookRegistration = { webhookId: string; secret: string | null }

export type WebhookHeaders = Record<string, string | string[] | undefined>

export type WalletSetup = { clientToken: string; environment: 'sandbox' | 'production' }

/** A payment provider with the keys of one business. Every method throws ProviderError when the provider gives no usable answer. */
export type CheckoutProvider = {
  name: ProviderName
  accountId: string
  /** True for the built-in simulator: no real money moves. */
  sandbox: boolean
  limits(currency: Currency): { minimum: Amount; maximum: Amount }
  /** @throws ProviderError with `isRefused` when the provider doesn't accept the keys */
  checkKeys(): Promise<{ accountId: string; mode: 'live' | 'test' }>
  /** Repeated calls for one attempt return the same checkout. `url` is null where a button in the browser opens it. */
  openCheckout(attempt: PaymentAttempt, details: CheckoutDetails): Promise<{ ref: string; url: string | null; payee: string | null }>
  /** @returns 'was-paid' when it had been paid before */
  closeCheckout(ref: string): Promise<'closed' | 'was-paid'>
  fetchStatus(ref: string): Promise<ProviderStatus>
  /** For providers that separate approval and capture. @throws PaymentDeclined when the customer has to choose another payment method */
  capture?(ref: string, key: string): Promise<void>
  /**
   * Charges a saved card without the customer, once for each attempt: repeated calls for one attempt have the same outcome.
   * @returns the provider's id of the payment, also of a declined one; `fetchStatus` has its outcome
   * @throws ProviderError with `isRefused` when the card can't be charged at all, and there is no payment
   */
  chargeCard?(attempt: PaymentAttempt, card: CardRef, details: { description: string }): Promise<{ ref: string }>
  /** The provider's id of the payment that an attempt made with a saved card, for a lost answer; null when there is none. */
  findCardPayment?(attempt: PaymentAttempt & { customerRef: string }): Promise<string | null>
  /** @returns null when the provider doesn't know it */
  fetchCard?(methodRef: string): Promise<CardDetails | null>
  /** It may be removed already. */
  detachCard?(methodRef: string): Promise<void>
  /** For providers whose checkout opens by a button. @param domain host name of the page with the button, 'pay.example.com' */
  walletSetup?(domain: string): Promise<WalletSetup>
  /** Once for each key. @throws ProviderError with `isRefused` when the provider refuses; its message is the reason */
  refund(charge: string, money: { amount: Amount; currency: string }, key: string): Promise<Refund>
  fetchRefund?(ref: string): Promise<Refund>
  registerWebhook(url: string): Promise<WebhookRegistration>
  removeWebhook(webhookId: string): Promise<void>
  /** @throws InvalidSignature, or ProviderError when the provider doesn't answer @param raw as received: the signature covers its bytes */
  verifyWebhook(raw: Buffer, headers: WebhookHeaders, registration: WebhookRegistration, now: Date): Promise<WebhookEvent>
}

type Connection = {
  accountId: string
  sandbox: boolean
  /** Another host that speaks the same protocol; null for the provider's own. */
  apiOrigin: string | null
}

export type StripeKeys = { secretKey: string }
export type PayPalKeys = { clientId: string; clientSecret: string }

export type ConnectProviders = {
  stripe(options: Connection & StripeKeys): CheckoutProvider
  /** @param options.mode of the keys; null when it isn't known yet */
  paypal(options: Connection & PayPalKeys & { mode: 'live' | 'test' | null }): CheckoutProvider
}
