import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { BillingAccount, BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import { isOver } from '#server/domain/subscription/state.ts'
import { createStripeClient, getKeyMode, isResourceMissing, type StripeClient } from '#server/providers/stripe/client.ts'
import { verifyWebhookSignature } from '#server/providers/stripe/webhook-signature.ts'
import { registerWebhook, removeWebhook, toId } from '#server/providers/stripe/webhooks.ts'
import { findOrCreatePrice } from './prices.ts'
import { listSubscriptions, toSubscriptionStatus } from './subscriptions.ts'

const simulatorKeyMessage = "BILLING_STRIPE_SECRET_KEY is a key of the built-in sandbox, which Stripe doesn't know."

const billingEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

const findCustomerId = (object: unknown): string | null => {
  if (typeof object !== 'object' || object === null) return null
  const { id, object: type, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  return toId(type === 'customer' ? id : customer)
}

const getClientSecret = ({ latest_invoice: invoice }: Stripe.Subscription): string | null =>
  invoice && typeof invoice === 'object' && invoice.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null

const withSecret = ['latest_invoice.confirmation_secret']

/** An email address that Stripe would refuse is left out, since it must not keep the user from paying. */
const toCustomerParams = ({ email, name }: { email: string | null; name: string | null }) => ({
  ...(email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? { email } : {}),
  ...(name ? { name: name.slice(0, 256) } : {}),
})

const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isResourceMissing(error)) return value
    throw error
  }

export const createStripeBilling = ({ secretKey, publishableKey, apiOrigin, sandbox, script }: BillingAccount): BillingProvider => {
  let client: StripeClient | undefined
  // Created at the first call: the simulator's address is known only after it listens.
  const getClient = () => {
    client ??= createStripeClient(secretKey, apiOrigin(), simulatorKeyMessage)
    return client
  }
  const callForSubscription = async (request: (sdk: Stripe) => Promise<Stripe.Subscription>): Promise<Stripe.Subscription> => {
    const { sdk, call } = getClient()
    const subscription = await call(() => request(sdk), 'subscription')
    if (!subscription.id) throw new ProviderError('Stripe gave a subscription without an id')
    return subscription
  }
  const callForCustomer = async (request: (sdk: Stripe) => Promise<Stripe.Customer>, id?: string): Promise<Stripe.Customer> => {
    const { sdk, call } = getClient()
    const customer = await call(() => request(sdk), 'customer')
    if (!customer.id || (id !== undefined && customer.id !== id)) throw new ProviderError('Stripe answered about another customer')
    return customer
  }
  const fetchAccountId = async () => {
    const { sdk, call } = getClient()
    const { id } = await call(() => sdk.accounts.retrieveCurrent(), 'account')
    if (!id) throw new ProviderError('Stripe gave an account without an id')
    return getKeyMode(secretKey) === 'test' ? `${id}:test` : id
  }
  const retrieve = async (id: string): Promise<Stripe.Subscription | null> => {
    const found = await callForSubscription((sdk) => sdk.subscriptions.retrieve(id, { expand: withSecret })).catch(ifMissing(null))
    if (found && found.id !== id) throw new ProviderError('Stripe answered about another subscription than the one that was asked for')
    return found
  }
  let accountId: string | undefined

  return {
    accountId: async () => {
      accountId ??= sandbox ? 'sandbox' : await fetchAccountId()
      return accountId
    },
    sandbox,
    publishableKey,
    script,
    createCustomer: async (user, key) => {
      const params = { ...toCustomerParams(user), metadata: { billfold_user: String(user.id) } }
      return (await callForCustomer((sdk) => sdk.customers.create(params, { idempotencyKey: key }))).id
    },
    updateCustomer: (customerId, user) =>
      callForCustomer((sdk) => sdk.customers.update(customerId, toCustomerParams(user)), customerId)
        .then(() => true)
        .catch(ifMissing(false)),
    openSubscription: async (customerId, plan, price, key) => {
      const priceId = await findOrCreatePrice(getClient(), plan, price)
      const created = await callForSubscription((sdk) =>
        sdk.subscriptions.create(
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
      const clientSecret = getClientSecret(created)
      if (!clientSecret) throw new ProviderError('Stripe gave nothing to pay the subscription with', { isKeySpent: true })
      return { id: created.id, clientSecret }
    },
    getClientSecret: async (subscriptionId) => {
      const found = await retrieve(subscriptionId)
      return found?.status === 'incomplete' ? getClientSecret(found) : null
    },
    listSubscriptions: (customerId) => listSubscriptions(getClient(), customerId),
    cancelSubscription: async (subscriptionId) => {
      try {
        await callForSubscription((sdk) => sdk.subscriptions.cancel(subscriptionId))
      } catch (error) {
        const found = await retrieve(subscriptionId)
        if (found && !isOver({ status: toSubscriptionStatus(found) })) throw error
      }
    },
    createPortalUrl: async (customerId, returnUrl) => {
      const { sdk, call } = getClient()
      const session = await call(
        () => sdk.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
        'billing_portal.session',
      )
      if (!session.url) throw new ProviderError('Stripe gave no address for its portal')
      return session.url
    },
    registerWebhook: (url) => registerWebhook(getClient(), url, billingEvents),
    removeWebhook: (webhookId) => removeWebhook(getClient(), webhookId),
    verifyWebhook: (raw, headers, secret, now) => {
      const { id, type, object } = verifyWebhookSignature(raw, headers, secret, now)
      return { id, type, customerId: findCustomerId(object) }
    },
  }
}
