import { type CheckoutProvider, type ConnectProviders, unknownPayment } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import { createSession, expireSession, retrieveSession } from './checkout.ts'
import { createStripeClient } from './client.ts'
import { listDisputes } from './disputes.ts'
import { checkKeys } from './keys.ts'
import { getCharge, toProviderStatus } from './payment-status.ts'
import { createRefund, fetchRefund } from './refunds.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'
import { findRefs, paymentEvents, registerWebhook, removeWebhook } from './webhooks.ts'

type Options = Parameters<ConnectProviders['stripe']>[0]

const simulatorKeyMessage = "This is a key of the built-in sandbox, which Stripe doesn't know. Copy yours from the Stripe dashboard."

/** Card payments by Stripe Checkout, with the secret key of a business. */
export const createStripeProvider = ({ secretKey, accountId, sandbox, apiOrigin }: Options): CheckoutProvider => {
  const client = createStripeClient(secretKey, apiOrigin, simulatorKeyMessage)
  return {
    name: 'stripe',
    accountId,
    sandbox,
    minimum: cents(50),
    maximum: cents(99_999_999),
    checkKeys: () => checkKeys(client, secretKey),
    openCheckout: (attempt, details) => createSession(client, attempt, details),
    closeCheckout: (ref) => expireSession(client, ref),
    fetchStatus: async (ref) => {
      const session = await retrieveSession(client, ref)
      if (!session) return unknownPayment
      const disputes = await listDisputes(client, getCharge(session))
      try {
        return toProviderStatus(session, disputes)
      } catch (cause) {
        throw new ProviderError('Stripe gave an answer that makes no sense', { cause })
      }
    },
    refund: (charge, amount, key) => createRefund(client, charge, amount, key),
    fetchRefund: (ref) => fetchRefund(client, ref),
    registerWebhook: (url) => registerWebhook(client, url, paymentEvents),
    removeWebhook: (webhookId) => removeWebhook(client, webhookId),
    verifyWebhook: async (raw, headers, { secret }, now) => {
      const { id, type, object } = verifyWebhookSignature(raw, headers, secret, now)
      return { id, type, refs: findRefs(object) }
    },
  }
}
