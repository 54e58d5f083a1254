import type { Cents } from '#shared/money.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'

/** The product's own account with the card provider, by which it sells its plans. */
export type BillingAccount = {
  secretKey: string
  publishableKey: string
  /** Another host that speaks the same protocol; null for the real one. */
  apiOrigin: () => string | null
  /** True for the built-in stand-in: no real money moves. */
  sandbox: boolean
  /** What stands in for the provider's script in the browser, a path of this server; null for the provider's own. */
  script: string | null
}

/** A subscription as the provider tells of it, in our words. */
export type ProviderSubscription = {
  id: string
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  /** Null for a price that is none of ours. */
  plan: SubscriptionPlan | null
  /** What a period of it costs in US cents; null where that is not one price, or another currency. */
  price: Cents | null
  createdAt: Date
  /** Until when it is paid, or would be. */
  periodEnd: Date
  /** When it will end, because it was cancelled; null when it goes on. */
  endsAt: Date | null
  /** Whether any payment for it ever came. */
  wasPaid: boolean
  /** Since when what it asks for is unpaid; null when nothing is. */
  unpaidSince: Date | null
  /** Whether the bank is still deciding about its first payment. */
  isPending: boolean
}

/** The plans' prices as the provider charges them, and who charges. Every method throws ProviderError when the provider can't be asked. */
export type BillingProvider = {
  /** The account's own id, 'acct_...' (with ':test' behind it in test mode), or 'sandbox': customers of another account are strangers here. */
  accountId(): Promise<string>
  sandbox: boolean
  publishableKey: string
  script: string | null
  /** @param key the idempotency key: the same one gives the same customer */
  createCustomer(user: { id: number; email: string | null; name: string | null }, key: string): Promise<string>
  /** False for a customer that the provider doesn't know (any more). */
  updateCustomer(customerId: string, user: { email: string | null; name: string | null }): Promise<boolean>
  /** Opens a subscription that begins with its first payment. @param price in cents, as configured: the provider's price is made to say the same */
  openSubscription(customerId: string, plan: SubscriptionPlan, price: Cents, key: string): Promise<{ id: string; clientSecret: string }>
  /** What the browser pays an incomplete one with; null when that is no longer possible. */
  getClientSecret(subscriptionId: string): Promise<string | null>
  /** All that this customer ever had, the newest first; none for a customer that the provider doesn't know. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>
  /** Ends it at once. One that has ended already is fine. */
  cancelSubscription(subscriptionId: string): Promise<void>
  createPortalUrl(customerId: string, returnUrl: string): Promise<string>
  /** Has the events of this account sent to the address, and ends what was registered for it before. */
  registerWebhook(url: string): Promise<{ webhookId: string; secret: string }>
  removeWebhook(webhookId: string): Promise<void>
}
