import { randomBytes } from 'node:crypto'
import type { CheckoutDetails, CheckoutProvider, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { cents } from '#shared/money.ts'

/** An open checkout, to be paid. */
export type OpenedCheckout = { attempt: PaymentAttempt; ref: string; url: string | null }

/** A provider account for the contract tests. A text in place of a function is the reason why it can't be done. */
export type ProviderFixture = {
  provider: CheckoutProvider
  /** The same provider with unknown keys. */
  stranger: CheckoutProvider
  /** A well-formed id of a session or order that doesn't exist. */
  unknownRef: string
  /** The URL for webhooks, or why there is none. */
  webhookUrl: string
  /** Pays as a customer, until the provider has the money. */
  pay: ((opened: OpenedCheckout) => Promise<void>) | string
  /** Creates a charge of $10.00 without a checkout, for refunds. */
  charge: (() => Promise<string>) | string
}

/** A new attempt of $10.00. */
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
    cardConsent: null,
    customerRef: null,
    status: 'creating',
    createdAt: now,
    updatedAt: now,
    ...over,
  }
}

export const checkoutDetails: CheckoutDetails = {
  title: 'Invoice CONTRACT-1',
  number: 'CONTRACT-1',
  businessName: 'Contract check',
  customerEmail: 'buyer@example.com',
  successUrl: 'https://billfold.example.com/payment-success?invoice=abc',
  cancelUrl: 'https://billfold.example.com/pay-invoice/abc',
}

/** Opens a checkout for a new attempt. */
export const openCheckout = async (fixture: ProviderFixture): Promise<OpenedCheckout> => {
  const attempt = newAttempt(fixture)
  const { ref, url } = await fixture.provider.openCheckout(attempt, checkoutDetails)
  return { attempt, ref, url }
}
