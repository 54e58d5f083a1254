import Stripe from 'stripe'
import { type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import { cents } from '#shared/money.ts'
import { createStripeClient, getKeyMode, isSimulatorKey } from './client.ts'
import { callStripe, isResourceMissing } from './errors.ts'
import { getCharge, toProviderStatus, toRefund, unknownPayment } from './payment-status.ts'
import { enabledEvents, readWebhookEvent } from './webhooks.ts'

type Options = {
  secretKey: string
  accountId: string
  sandbox: boolean
  /** Another host that speaks the same protocol; null for the real one. */
  apiOrigin: string | null
}

/** How long a payment page lives: within the provider's 30 minutes to 24 hours. */
const pageLifeMs = 23 * 3_600_000

const refusedKey = (why: string) => new ProviderError(why, { isRefused: true, isKeyRefused: true })

/** Card payments through Stripe Checkout with the business's own key. */
export const createStripeProvider = ({ secretKey, accountId, sandbox, apiOrigin }: Options): CheckoutProvider => {
  const stripe = createStripeClient(secretKey, apiOrigin)

  const ask: typeof callStripe = (call, isObject) => {
    if (!apiOrigin && isSimulatorKey(secretKey))
      throw refusedKey("This is a key of the built-in sandbox, which Stripe doesn't know. Copy yours from the Stripe dashboard.")
    return callStripe(call, isObject)
  }
  const session = async (call: () => Promise<Stripe.Checkout.Session>): Promise<Stripe.Checkout.Session> => {
    const found = await ask(call, 'checkout.session')
    if (!found.id) throw new ProviderError('Stripe gave a checkout session without an id')
    return found
  }
  /** Null for one that Stripe doesn't know (any more): nobody can pay there. */
  const retrieve = async (ref: string) => {
    const found = await session(() => stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] })).catch(
      (error: unknown) => {
        if (isResourceMissing(error)) return null
        throw error
      },
    )
    if (found && found.id !== ref) throw new ProviderError('Stripe answered about another checkout session than the one that was asked for')
    return found
  }
  const disputesOf = async (charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> =>
    charge?.disputed ? (await ask(() => stripe.disputes.list({ charge: charge.id, limit: 20 }), 'list')).data : []

  return {
    name: 'stripe',
    accountId,
    sandbox,
    minimum: cents(50),
    maximum: cents(99_999_999),
    checkKeys: async () => {
      const mode = getKeyMode(secretKey)
      if (!mode) throw refusedKey('This is no secret key of Stripe. It begins with sk_live_, sk_test_, rk_live_ or rk_test_.')
      const account = await ask(() => stripe.accounts.retrieveCurrent(), 'account').catch((error: unknown) => {
        const isNoGood = error instanceof ProviderError && (error.isKeyRefused || error.isRefused)
        throw isNoGood ? new ProviderError(error.message, { cause: error, isRefused: true, isKeyRefused: true }) : error
      })
      if (!account.id) throw new ProviderError('Stripe gave an account without an id')
      return { accountId: account.id, mode }
    },
    openCheckout: async (attempt, bill) => {
      const made = await session(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: attempt.id,
            line_items: [
              { quantity: 1, price_data: { currency: attempt.currency, unit_amount: attempt.amount, product_data: { name: bill.title } } },
            ],
            success_url: bill.successUrl,
            cancel_url: bill.cancelUrl,
            ...(bill.customerEmail ? { customer_email: bill.customerEmail } : {}),
            // Counted from the attempt, so that a repetition of this call says exactly the same.
            expires_at: Math.floor((attempt.createdAt.getTime() + pageLifeMs) / 1000),
            metadata: { attempt: attempt.id },
            branding_settings: { display_name: bill.businessName },
            payment_intent_data: { metadata: { attempt: attempt.id } },
          },
          { idempotencyKey: attempt.id },
        ),
      )
      if (!made.url) throw new ProviderError('Stripe gave no address for its payment page')
      return { ref: made.id, url: made.url, payee: null }
    },
    closeCheckout: async (ref) => {
      try {
        await session(() => stripe.checkout.sessions.expire(ref))
        return 'closed'
      } catch {
        // Only an open session can be closed: look what became of it.
        const now = await retrieve(ref)
        if (now?.status === 'open') throw new ProviderError('Stripe keeps the payment page open')
        return now?.status === 'complete' ? 'was-paid' : 'closed'
      }
    },
    fetchStatus: async (ref) => {
      const found = await retrieve(ref)
      if (!found) return unknownPayment
      const disputes = await disputesOf(getCharge(found))
      try {
        return toProviderStatus(found, disputes)
      } catch (cause) {
        throw new ProviderError('Stripe gave an answer that makes no sense', { cause })
      }
    },
    refund: async (charge, amount, key) =>
      toRefund(await ask(() => stripe.refunds.create({ charge, amount }, { idempotencyKey: key }), 'refund')),
    fetchRefund: async (ref) => toRefund(await ask(() => stripe.refunds.retrieve(ref), 'refund')),
    registerWebhook: async (url) => {
      // One that an answer got lost about would go on signing with a secret that nobody knows.
      const there = await ask(() => stripe.webhookEndpoints.list({ limit: 100 }), 'list')
      for (const lost of there.data.filter((each) => each.url === url))
        await ask(() => stripe.webhookEndpoints.del(lost.id), 'webhook_endpoint')
      const made = await ask(
        () => stripe.webhookEndpoints.create({ url, enabled_events: enabledEvents, api_version: Stripe.API_VERSION }),
        'webhook_endpoint',
      )
      if (!made.id || !made.secret) throw new ProviderError('Stripe gave no secret for its events')
      return { webhookId: made.id, secret: made.secret }
    },
    removeWebhook: async (webhookId) => {
      await ask(() => stripe.webhookEndpoints.del(webhookId), 'webhook_endpoint').catch((error: unknown) => {
        // One that is gone already is closed.
        if (!(error instanceof ProviderError && error.isRefused)) throw error
      })
    },
    verifyWebhook: async (raw, headers, { secret }, now) => readWebhookEvent(raw, headers['stripe-signature'], secret, now),
  }
}
