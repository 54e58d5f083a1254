import { type CheckoutProvider, type ConnectProviders, unknownPayment } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, cents } from '#shared/money.ts'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'
import { createSession, expireSession, retrieveSession } from './checkout.ts'
import { createStripeClient, getKeyMode, refusedKey, type StripeClient } from './client.ts'
import { getCharge, getIntentCharge, listDisputes, toIntentStatus, toProviderStatus } from './payment-status.ts'
import { createRefund, fetchRefund, listRefunds } from './refunds.ts'
import { cancelIntent, chargeCard, detachCard, fetchCard, findCardPayment, isIntentRef, retrieveIntent } from './saved-cards.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'
import { findRefs, paymentEvents, registerWebhook, removeWebhook } from './webhooks.ts'

type Options = Parameters<ConnectProviders['stripe']>[0]

const simulatorKeyMessage = "This is a key of the built-in sandbox, which Stripe doesn't know. Copy yours from the Stripe dashboard."

/** That Stripe documents. Elsewhere the minimum is worth about half a dollar, and Stripe refuses a smaller charge. */
const minimums: { [C in Currency]?: Amount } = {
  ...{ USD: cents(50), AUD: cents(50), BRL: cents(50), CAD: cents(50), CHF: cents(50), EUR: cents(50), INR: cents(50), NZD: cents(50) },
  ...{ SGD: cents(50), GBP: cents(30), AED: cents(200), CZK: cents(1500), DKK: cents(250), HKD: cents(400), MXN: cents(1000) },
  ...{
    MYR: cents(200),
    NOK: cents(300),
    PLN: cents(200),
    RON: cents(200),
    SEK: cents(300),
    THB: cents(1000),
    HUF: cents(17_500),
    JPY: cents(5000),
  },
}

/** @throws ProviderError with `isKeyRefused` when Stripe doesn't accept the key */
const checkKeys = async ({ sdk, call }: StripeClient, secretKey: string): Promise<{ accountId: string; mode: 'live' | 'test' }> => {
  const mode = getKeyMode(secretKey)
  if (!mode) throw refusedKey('This is no secret key of Stripe. It begins with sk_live_, sk_test_, rk_live_ or rk_test_.')
  const account = await call(() => sdk.accounts.retrieveCurrent(), 'account').catch((error: unknown) => {
    const isRefused = error instanceof ProviderError && (error.isKeyRefused || error.isRefused)
    throw isRefused ? refusedKey(error.message, error) : error
  })
  if (!account.id) throw new ProviderError('Stripe gave an account without an id')
  return { accountId: account.id, mode }
}

export const createStripeProvider = ({ secretKey, accountId, sandbox, apiOrigin }: Options): CheckoutProvider => {
  const client = createStripeClient(secretKey, apiOrigin, simulatorKeyMessage)
  return {
    name: 'stripe',
    accountId,
    sandbox,
    limits: (currency) => ({ minimum: minimums[currency] ?? cents(1), maximum: fromStripeAmount(99_999_999, currency.toLowerCase()) }),
    checkKeys: () => checkKeys(client, secretKey),
    openCheckout: (attempt, details) => createSession(client, attempt, details),
    closeCheckout: (ref) => (isIntentRef(ref) ? cancelIntent(client, ref) : expireSession(client, ref)),
    fetchStatus: async (ref) => {
      const session = isIntentRef(ref) ? await retrieveIntent(client, ref) : await retrieveSession(client, ref)
      if (!session) return unknownPayment
      const isIntent = session.object === 'payment_intent'
      const charge = isIntent ? getIntentCharge(session) : getCharge(session)
      const [disputes, refunds] = await Promise.all([listDisputes(client, charge), listRefunds(client, charge)])
      try {
        return isIntent ? toIntentStatus(session, { disputes, refunds }) : toProviderStatus(session, { disputes, refunds })
      } catch (cause) {
        throw new ProviderError('Stripe gave an answer that makes no sense', { cause })
      }
    },
    refund: (charge, { amount, currency }, key) => createRefund(client, charge, toStripeAmount(amount, currency.toLowerCase()), key),
    fetchRefund: (ref) => fetchRefund(client, ref),
    chargeCard: (...of) => chargeCard(client, ...of),
    findCardPayment: (...of) => findCardPayment(client, ...of),
    fetchCard: (methodRef) => fetchCard(client, methodRef),
    detachCard: (methodRef) => detachCard(client, methodRef),
    registerWebhook: (url) => registerWebhook(client, url, paymentEvents),
    removeWebhook: (webhookId) => removeWebhook(client, webhookId),
    verifyWebhook: async (raw, headers, { secret }, now) => {
      const { id, type, object } = verifyWebhookSignature(raw, headers, secret, now)
      return { id, type, refs: findRefs(object) }
    },
  }
}
