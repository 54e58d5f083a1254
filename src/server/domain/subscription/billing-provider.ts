import type { WebhookHeaders } from '#server/domain/payments/provider.ts'
import type { Amount } from '#shared/money.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'

export type BillingAccount = {
  secretKey: string
  publishableKey: string
  /** Another host that speaks the same protocol; null for the provider's own. */
  apiOrigin: () => string | null
  /** True for the built-in simulator: no real money moves. */
  sandbox: boolean
  /** The path of the script that stands in for the provider's in the browser; null for the provider's own. */
  script: string | null
}

export type ProviderSubscription = {
  id: string
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  /** Null for a price that isn't a plan's. */
  plan: SubscriptionPlan | null
  /** US dollars per period; null for several prices or another currency. */
  price: Amount | null
  createdAt: Date
  /** The end of the current period, whether it is paid or not. */
  periodEnd: Date
  /** When it ends, or ended, because it was canceled; null when it renews. */
  endsAt: Date | null
  wasPaid: boolean
  /** The date of the oldest unpaid invoice; null when there is none, or it is unknown. */
  unpaidSince: Date | null
  /** Whether the bank is still deciding about the first payment. */
  isPending: boolean
}

export type BillingEvent = { id: string; type: string; customerId: string | null }

/** Sells plans through the product's own account. Every method but `verifyWebhook` throws ProviderError when there is no usable answer. */
export type BillingProvider = {
  /** 'acct_...', with ':test' appended in test mode, or 'sandbox'. Customers and subscriptions belong to one account. */
  accountId(): Promise<string>
  sandbox: boolean
  publishableKey: string
  script: string | null
  /** @param key the idempotency key */
  createCustomer(user: { id: number; email: string | null; name: string | null }, key: string): Promise<string>
  /** @returns false for a customer that the provider doesn't know */
  updateCustomer(customerId: string, user: { email: string | null; name: string | null }): Promise<boolean>
  /** Starts with its first payment. @param price in US dollars; it is created where the account has none @param key the idempotency key */
  openSubscription(customerId: string, plan: SubscriptionPlan, price: Amount, key: string): Promise<{ id: string; clientSecret: string }>
  /** What the browser needs to pay an incomplete subscription; null when it can't be paid any more. */
  getClientSecret(subscriptionId: string): Promise<string | null>
  /** All subscriptions that a customer ever had, newest first; none for a customer that the provider doesn't know. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>
  /** Cancels immediately. The subscription may have ended already. */
  cancelSubscription(subscriptionId: string): Promise<void>
  createPortalUrl(customerId: string, returnUrl: string): Promise<string>
  registerWebhook(url: string): Promise<{ webhookId: string; secret: string }>
  removeWebhook(webhookId: string): Promise<void>
  /** @param raw the body as it was received @throws InvalidSignature */
  verifyWebhook(raw: Buffer, headers: WebhookHeaders, secret: string, now: Date): BillingEvent
}
