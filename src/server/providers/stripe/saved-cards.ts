import type Stripe from 'stripe'
import type { CardDetails, CardRef, CheckoutProvider, Decline } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { toStripeAmount } from './amounts.ts'
import { isResourceMissing, loadStripe, type StripeClient } from './client.ts'
import { toId } from './webhooks.ts'

type ChargeCard = NonNullable<CheckoutProvider['chargeCard']>
type FindCardPayment = NonNullable<CheckoutProvider['findCardPayment']>

/** Those of checkout sessions begin with 'cs_'. */
export const isIntentRef = (ref: string): boolean => ref.startsWith('pi_')

/** After these a card is never charged again. */
const hardDeclines: Record<string, CustomerText> = {
  expired_card: 'The card has expired.',
  incorrect_number: 'The card number is not valid any more.',
  invalid_account: 'The card or its account is not valid any more.',
  new_account_information_available: 'The card was replaced by another one.',
  lost_card: 'The bank declined the card for good.',
  stolen_card: 'The bank declined the card for good.',
  pickup_card: 'The bank declined the card for good.',
  restricted_card: 'The bank declined the card for good.',
  fraudulent: 'The bank declined the card for good.',
  card_not_supported: 'The card does not support this kind of payment.',
  currency_not_supported: 'The card does not support this currency.',
  revocation_of_all_authorizations: 'The cardholder has stopped these payments at the bank.',
  revocation_of_authorization: 'The cardholder has stopped these payments at the bank.',
  stop_payment_order: 'The cardholder has stopped these payments at the bank.',
  transaction_not_allowed: 'The bank does not allow this kind of payment with the card.',
}

const softDeclines: Record<string, CustomerText> = {
  insufficient_funds: 'The card has insufficient funds.',
  card_velocity_exceeded: 'The card has reached its limit.',
  withdrawal_count_limit_exceeded: 'The card has reached its limit.',
  processing_error: 'The bank could not process the payment.',
  issuer_not_available: 'The bank could not be reached.',
}

const needsCustomer: Decline = { kind: 'authentication', message: 'The bank wants the customer to confirm the payment.' }

/** Null when the payment didn't fail. A decline without a known reason may be another one tomorrow. */
export const toDecline = ({ status, last_payment_error: error }: Stripe.PaymentIntent): Decline | null => {
  if (status === 'requires_action') return needsCustomer
  if (status !== 'requires_payment_method' && status !== 'canceled') return null
  const codes = [error?.decline_code, error?.code].flatMap((code) => code ?? [])
  if (codes.includes('authentication_required')) return needsCustomer
  const find = (known: Record<string, CustomerText>) => codes.flatMap((code) => known[code] ?? [])[0]
  const hard = find(hardDeclines)
  return hard
    ? { kind: 'hard', message: hard }
    : { kind: 'soft', message: find(softDeclines) ?? ('The bank declined the card.' satisfies CustomerText) }
}

/** A decline has a payment intent as well. @throws ProviderError */
export const chargeCard = async (
  client: StripeClient,
  ...[attempt, card, { description }]: Parameters<ChargeCard>
): Promise<{ ref: string }> => {
  const { id, currency, amount } = attempt
  const create = () =>
    client.sdk.paymentIntents.create(
      {
        amount: toStripeAmount(amount, currency),
        currency,
        customer: card.customerRef,
        payment_method: card.methodRef,
        off_session: true,
        confirm: true,
        // Only cards are saved; without this, methods that redirect the customer would need an address to return to.
        allowed_payment_method_types: ['card'],
        description,
        metadata: { attempt: id },
      },
      { idempotencyKey: id },
    )
  const intent = await client.call(create, 'payment_intent').catch((error: unknown) => {
    const declined =
      error instanceof ProviderError && error.cause instanceof loadStripe().errors.StripeCardError && error.cause.payment_intent
    if (!declined) throw error
    return declined
  })
  if (!intent.id) throw new ProviderError('Stripe gave a payment intent without an id')
  return { ref: intent.id }
}

/** A customer has one intent for each payment, so the latest hundred contain it. @throws ProviderError */
export const findCardPayment = async (
  { sdk, call }: StripeClient,
  ...[{ id, customerRef }]: Parameters<FindCardPayment>
): Promise<string | null> => {
  const { data } = await call(() => sdk.paymentIntents.list({ customer: customerRef, limit: 100 }), 'list')
  return data.find(({ metadata }) => metadata.attempt === id)?.id ?? null
}

/** With its charge and fee; null when Stripe doesn't know it. @throws ProviderError */
export const retrieveIntent = async ({ sdk, call }: StripeClient, ref: string): Promise<Stripe.PaymentIntent | null> => {
  const intent = await call(
    () => sdk.paymentIntents.retrieve(ref, { expand: ['latest_charge.balance_transaction'] }),
    'payment_intent',
  ).catch((error: unknown) => {
    if (isResourceMissing(error)) return null
    throw error
  })
  if (intent && intent.id !== ref) throw new ProviderError('Stripe answered about another payment than the one that was asked for')
  return intent
}

/** It never succeeds afterwards. @throws ProviderError when Stripe doesn't answer */
export const cancelIntent = async (client: StripeClient, ref: string): Promise<'closed' | 'was-paid'> => {
  try {
    await client.call(() => client.sdk.paymentIntents.cancel(ref), 'payment_intent')
    return 'closed'
  } catch (error) {
    if (!(error instanceof ProviderError && error.isRefused) || error.isKeyRefused) throw error
    return (await retrieveIntent(client, ref))?.status === 'succeeded' ? 'was-paid' : 'closed'
  }
}

export const toCardRef = (intent: Stripe.PaymentIntent | null): CardRef | null => {
  const [customerRef, methodRef] = [toId(intent?.customer), toId(intent?.payment_method)]
  return customerRef && methodRef ? { customerRef, methodRef } : null
}

/** @returns null for a payment method that Stripe doesn't know, or that is no card. @throws ProviderError */
export const fetchCard = async ({ sdk, call }: StripeClient, methodRef: string): Promise<CardDetails | null> => {
  const method = await call(() => sdk.paymentMethods.retrieve(methodRef), 'payment_method').catch((error: unknown) => {
    if (isResourceMissing(error)) return null
    throw error
  })
  if (!method?.card) return null
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = method.card
  return { customerRef: toId(method.customer), brand, last4, expiryMonth, expiryYear }
}

/** @throws ProviderError when Stripe doesn't answer; a card that is detached already is no error */
export const detachCard = async ({ sdk, call }: StripeClient, methodRef: string): Promise<void> => {
  await call(() => sdk.paymentMethods.detach(methodRef), 'payment_method').catch((error: unknown) => {
    if (!(error instanceof ProviderError && error.isRefused && !error.isKeyRefused)) throw error
  })
}
