import type Stripe from 'stripe'
import type { CheckoutDetails, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { toStripeAmount } from './amounts.ts'
import { isResourceMissing, type StripeClient } from './client.ts'

/** Stripe allows from 30 minutes to 24 hours. */
const sessionLifetimeMs = 23 * 3_600_000

const callForSession = async (
  { call }: StripeClient,
  request: () => Promise<Stripe.Checkout.Session>,
): Promise<Stripe.Checkout.Session> => {
  const session = await call(request, 'checkout.session')
  if (!session.id) throw new ProviderError('Stripe gave a checkout session without an id')
  return session
}

export const createSession = async (
  client: StripeClient,
  attempt: PaymentAttempt,
  details: CheckoutDetails,
): Promise<{ ref: string; url: string; payee: null }> => {
  const { id, currency, amount, createdAt, cardConsent } = attempt
  const session = await callForSession(client, () =>
    client.sdk.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: id,
        line_items: [
          { quantity: 1, price_data: { currency, unit_amount: toStripeAmount(amount, currency), product_data: { name: details.title } } },
        ],
        success_url: details.successUrl,
        cancel_url: details.cancelUrl,
        ...(details.customerEmail ? { customer_email: details.customerEmail } : {}),
        // From the attempt's time, since a repeated call must have the same parameters.
        expires_at: Math.floor((createdAt.getTime() + sessionLifetimeMs) / 1000),
        metadata: { attempt: id },
        branding_settings: { display_name: details.businessName },
        payment_intent_data: { metadata: { attempt: id }, ...(cardConsent && { setup_future_usage: 'off_session' as const }) },
        // A bank debit can't be saved by the consent to save a card.
        ...(cardConsent && { customer_creation: 'always' as const, allowed_payment_method_types: ['card' as const] }),
      },
      { idempotencyKey: id },
    ),
  )
  if (!session.url) throw new ProviderError('Stripe gave no address for its payment page')
  return { ref: session.id, url: session.url, payee: null }
}

/** With its payment intent, charge and fee; null when Stripe doesn't know it. @throws ProviderError */
export const retrieveSession = async (client: StripeClient, ref: string): Promise<Stripe.Checkout.Session | null> => {
  const session = await callForSession(client, () =>
    client.sdk.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge.balance_transaction'] }),
  ).catch((error: unknown) => {
    if (isResourceMissing(error)) return null
    throw error
  })
  if (session && session.id !== ref)
    throw new ProviderError('Stripe answered about another checkout session than the one that was asked for')
  return session
}

/** @throws ProviderError when the session may still be open */
export const expireSession = async (client: StripeClient, ref: string): Promise<'closed' | 'was-paid'> => {
  try {
    await callForSession(client, () => client.sdk.checkout.sessions.expire(ref))
    return 'closed'
  } catch {
    // Only an open session can be expired.
    const session = await retrieveSession(client, ref)
    if (session?.status === 'open') throw new ProviderError('Stripe keeps the payment page open')
    return session?.status === 'complete' ? 'was-paid' : 'closed'
  }
}
