import type { Cents } from '#shared/money.ts'

/** One try to collect money with a provider. `id` is our own and serves as the idempotency key of every call about it. */
export type Attempt = {
  id: string
  invoiceId: number
  /** The provider's account that it was made with: no other knows of it. */
  accountId: string
  ref: string | null
  url: string | null
  amount: Cents
  currency: string
  status: 'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'
  createdAt: Date
}

/** What the customer is to pay for, for the provider's page. */
export type Bill = { title: string; businessName: string; customerEmail: string | null; successUrl: string; cancelUrl: string }

export type Charge = {
  ref: string
  amount: Cents
  refunded: Cents
  currency: string
  disputed: boolean
  succeeded: boolean
  /** When the money was taken, which may be long before we hear of it. */
  at: Date
}

/** What the provider itself says: the only source of facts about money. */
export type ProviderTruth = {
  state: 'open' | 'pending' | 'paid' | 'expired'
  attemptId: string | null
  paymentIntentId: string | null
  charges: Charge[]
}

/** One instance per business credential. Every method throws ProviderError when the provider can't be asked. */
export type CheckoutProvider = {
  name: 'stripe'
  accountId: string
  /** True for the built-in stand-in: no real money moves. */
  sandbox: boolean
  /** The least that it takes. */
  minimum: Cents
  /** Opens the payment page; the same attempt gives the same page, however often it is asked. */
  open(attempt: Attempt, bill: Bill): Promise<{ ref: string; url: string }>
  /** Makes sure that nobody can pay there any more, unless somebody did already. */
  close(ref: string): Promise<'closed' | 'was-paid'>
  read(ref: string): Promise<ProviderTruth>
}

/** The provider could not be asked, or gave no usable answer; nothing is known, nothing has changed. */
export class ProviderError extends Error {
  /** The attempt's own key will be answered like this for ever: only a new attempt can succeed. */
  readonly isSpent: boolean
  constructor(message: string, { isSpent = false, ...options }: ErrorOptions & { isSpent?: boolean } = {}) {
    super(message, options)
    this.isSpent = isSpent
  }
}
