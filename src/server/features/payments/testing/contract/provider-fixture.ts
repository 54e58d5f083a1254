import { randomBytes } from 'node:crypto'
import type { CheckoutDetails, CheckoutProvider, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { cents } from '#shared/money.ts'

/** What the provider's page gave, for whoever is to pay there. */
export type OpenedCheckout = { attempt: PaymentAttempt; ref: string; url: string | null }

/** A provider's account to try the behaviours on, and what can be done to it. A sentence in place of a function says why it can't. */
export type ProviderFixture = {
  provider: CheckoutProvider
  /** The same with keys that nobody has. */
  stranger: CheckoutProvider
  /** In the form of the provider's, of nothing that exists. */
  unknownRef: string
  /** Where events may be sent, or why nowhere. */
  webhookUrl: string
  /** Pays as a customer does, till the provider has the money. */
  pay: ((opened: OpenedCheckout) => Promise<void>) | string
  /** Makes a charge of $10.00 without any page, for refunds where nobody is there to pay. */
  charge: (() => Promise<string>) | string
}

/** A new attempt of $10.00, made now. */
export const newAttempt = ({ provider }: ProviderFixture, over: Partial<PaymentAttempt> = {}): PaymentAttempt => {
  const now = new Date()
  return {
    id: `att_${randomBytes(18).toString('base64url')}`,
    invoiceId: 1,
    provider: provider.name,
    accountId: provider.accountId,
    ref: null,
    url: null,
    amount: cents(1_000),
    currency: 'usd',
    payee: null,
    captureTry: 0,
    status: 'creating',
    createdAt: now,
    updatedAt: now,
    ...over,
  }
}

export const bill: CheckoutDetails = {
  title: 'Invoice CONTRACT-1',
  number: 'CONTRACT-1',
  businessName: 'Contract check',
  customerEmail: 'buyer@example.com',
  successUrl: 'https://billfold.example.com/payment-success?invoice=abc',
  cancelUrl: 'https://billfold.example.com/pay-invoice/abc',
}

/** Opens a page for a new attempt. */
export const openCheckout = async (bench: ProviderFixture): Promise<OpenedCheckout> => {
  const attempt = newAttempt(bench)
  const { ref, url } = await bench.provider.openCheckout(attempt, bill)
  return { attempt, ref, url }
}
