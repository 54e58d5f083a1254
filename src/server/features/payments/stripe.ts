import Stripe from 'stripe'
import { cents } from '#shared/money.ts'
import { type CheckoutProvider, ProviderError, type ProviderTruth } from './provider.ts'

type Options = {
  secretKey: string
  accountId: string
  sandbox: boolean
  /** Another host that speaks the same protocol; null for the real one. */
  apiOrigin: string | null
}

/** How long a payment page lives: within the provider's 30 minutes to 24 hours. */
const pageLifeMs = 23 * 3_600_000

const hostOf = (origin: string | null): Stripe.StripeConfig => {
  if (!origin) return {}
  const { protocol, hostname, port } = new URL(origin)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port: Number(port) } : {}) }
}

/** Card payments through Stripe Checkout with the business's own key. */
export const stripeProvider = ({ secretKey, accountId, sandbox, apiOrigin }: Options): CheckoutProvider => {
  const stripe = new Stripe(secretKey, { ...hostOf(apiOrigin), timeout: 15_000, maxNetworkRetries: 2, telemetry: false })

  const session = async (answer: Promise<Stripe.Checkout.Session>): Promise<Stripe.Checkout.Session> => {
    const found = await answer.catch((error: unknown) => {
      throw new ProviderError(`The card provider didn't answer as hoped: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
        isSpent: isSpent(error),
      })
    })
    // The SDK also resolves bodies that are no session at all.
    if (found?.object !== 'checkout.session' || !found.id)
      throw new ProviderError('The card provider gave an answer that is no checkout session')
    return found
  }
  const retrieve = (ref: string) => session(stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] }))

  return {
    name: 'stripe',
    accountId,
    sandbox,
    minimum: cents(50),
    open: async (attempt, bill) => {
      const made = await session(
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
      if (!made.url) throw new ProviderError('The card provider gave no address for its payment page')
      return { ref: made.id, url: made.url }
    },
    close: async (ref) => {
      try {
        await session(stripe.checkout.sessions.expire(ref))
        return 'closed'
      } catch {
        // Only an open session can be closed: look what became of it.
        const now = await retrieve(ref)
        if (now.status === 'open') throw new ProviderError('The card provider keeps the payment page open')
        return now.status === 'complete' ? 'was-paid' : 'closed'
      }
    },
    read: async (ref) => {
      const found = await retrieve(ref)
      try {
        return truthOf(found)
      } catch (cause) {
        throw new ProviderError('The card provider gave an answer that makes no sense', { cause })
      }
    },
  }
}

/** Asked for something else under this key before, or given a failure that the provider keeps and repeats. */
const isSpent = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true')

const truthOf = (found: Stripe.Checkout.Session): ProviderTruth => {
  const intent = typeof found.payment_intent === 'object' ? found.payment_intent : null
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    state: found.status === 'expired' ? 'expired' : found.status === 'open' ? 'open' : found.payment_status === 'paid' ? 'paid' : 'pending',
    attemptId: found.client_reference_id,
    paymentIntentId: intent?.id ?? null,
    charges: charge
      ? [
          {
            ref: charge.id,
            amount: cents(charge.amount_captured),
            refunded: cents(charge.amount_refunded),
            currency: charge.currency,
            disputed: charge.disputed,
            succeeded: charge.status === 'succeeded' && charge.paid,
            at: new Date(charge.created * 1000),
          },
        ]
      : [],
  }
}
