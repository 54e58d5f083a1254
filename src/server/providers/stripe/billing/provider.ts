import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { BillingAccount, BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import { isOver } from '#server/domain/subscription/state.ts'
import { createStripeClient, getKeyMode, isSimulatorKey } from '#server/providers/stripe/client.ts'
import { callStripe, isResourceMissing } from '#server/providers/stripe/errors.ts'
import { findOrCreatePrice } from './prices.ts'
import { listSubscriptions, toSubscriptionStatus } from './subscriptions.ts'
import { registerWebhook, removeWebhook } from './webhooks.ts'

/** Asks Stripe with the product's own key. @throws ProviderError */
export type CallStripe = typeof callStripe

const secretOf = ({ latest_invoice: invoice }: Stripe.Subscription): string | null =>
  invoice && typeof invoice === 'object' && invoice.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null

const withSecret = ['latest_invoice.confirmation_secret']

/** What Stripe takes of a person; an address that it wouldn't take must not keep him from paying. */
const detailsOf = ({ email, name }: { email: string | null; name: string | null }) => ({
  ...(email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? { email } : {}),
  ...(name ? { name: name.slice(0, 256) } : {}),
})

/** For a `catch`: what Stripe doesn't know (any more) is not a failure. */
const ifUnknown =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isResourceMissing(error)) return instead
    throw error
  }

/** Plans through Stripe Billing, sold by the account that the secret key belongs to. */
export const createStripeBilling = ({ secretKey, publishableKey, apiOrigin, sandbox, script }: BillingAccount): BillingProvider => {
  let opened: Stripe | undefined
  // The stand-in's address is known once it listens.
  const stripe = () => {
    opened ??= createStripeClient(secretKey, apiOrigin())
    return opened
  }
  const ask: CallStripe = (call, isObject) => {
    if (!apiOrigin() && isSimulatorKey(secretKey))
      throw new ProviderError("BILLING_STRIPE_SECRET_KEY is a key of the built-in sandbox, which Stripe doesn't know.", {
        isRefused: true,
        isKeyRefused: true,
      })
    return callStripe(call, isObject)
  }
  const subscription = async (call: () => Promise<Stripe.Subscription>): Promise<Stripe.Subscription> => {
    const found = await ask(call, 'subscription')
    if (!found.id) throw new ProviderError('Stripe gave a subscription without an id')
    return found
  }
  const customer = async (call: () => Promise<Stripe.Customer>, asked?: string): Promise<Stripe.Customer> => {
    const found = await ask(call, 'customer')
    if (!found.id || (asked !== undefined && found.id !== asked)) throw new ProviderError('Stripe answered about another customer')
    return found
  }
  const askAccount = async () => {
    const { id } = await ask(() => stripe().accounts.retrieveCurrent(), 'account')
    if (!id) throw new ProviderError('Stripe gave an account without an id')
    return getKeyMode(secretKey) === 'test' ? `${id}:test` : id
  }
  const retrieve = async (id: string): Promise<Stripe.Subscription | null> => {
    const found = await subscription(() => stripe().subscriptions.retrieve(id, { expand: withSecret })).catch(ifUnknown(null))
    if (found && found.id !== id) throw new ProviderError('Stripe answered about another subscription than the one that was asked for')
    return found
  }
  let account: string | undefined

  return {
    accountId: async () => {
      account ??= sandbox ? 'sandbox' : await askAccount()
      return account
    },
    sandbox,
    publishableKey,
    script,
    createCustomer: async (user, key) => {
      const made = await customer(() =>
        stripe().customers.create({ ...detailsOf(user), metadata: { billfold_user: String(user.id) } }, { idempotencyKey: key }),
      )
      return made.id
    },
    updateCustomer: (customerId, user) =>
      customer(() => stripe().customers.update(customerId, detailsOf(user)), customerId)
        .then(() => true)
        .catch(ifUnknown(false)),
    openSubscription: async (customerId, plan, price, key) => {
      const priceId = await findOrCreatePrice(stripe(), ask, plan, price)
      const made = await subscription(() =>
        stripe().subscriptions.create(
          {
            customer: customerId,
            items: [{ price: priceId }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { billfold_plan: plan },
            expand: withSecret,
          },
          { idempotencyKey: key },
        ),
      )
      const clientSecret = secretOf(made)
      if (!clientSecret) throw new ProviderError('Stripe gave nothing to pay the subscription with', { isSpent: true })
      return { id: made.id, clientSecret }
    },
    getClientSecret: async (subscriptionId) => {
      const found = await retrieve(subscriptionId)
      return found?.status === 'incomplete' ? secretOf(found) : null
    },
    listSubscriptions: (customerId) => listSubscriptions(stripe(), ask, customerId),
    cancelSubscription: async (subscriptionId) => {
      try {
        await subscription(() => stripe().subscriptions.cancel(subscriptionId))
      } catch (error) {
        const found = await retrieve(subscriptionId)
        if (found && !isOver({ status: toSubscriptionStatus(found) })) throw error
      }
    },
    createPortalUrl: async (customerId, returnUrl) => {
      const session = await ask(
        () => stripe().billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
        'billing_portal.session',
      )
      if (!session.url) throw new ProviderError('Stripe gave no address for its portal')
      return session.url
    },
    registerWebhook: (url) => registerWebhook(stripe(), ask, url),
    removeWebhook: (webhookId) => removeWebhook(stripe(), ask, webhookId),
  }
}
