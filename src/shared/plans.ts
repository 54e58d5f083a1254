/** How many invoices a free trial holds. */
export const trialInvoices = 10

export const subscriptionStatuses = ['trial', 'active', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const subscriptionPlans = ['monthly', 'yearly'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

export type Subscriber = { subscriptionStatus: string; subscriptionPlan: string | null; trialInvoicesUsed: number }

/** The line under the user's name in the sidebar. */
export const planLine = ({ subscriptionStatus, subscriptionPlan, trialInvoicesUsed }: Subscriber): string => {
  if (subscriptionStatus === 'trial') return `Free Trial (${trialInvoicesUsed}/${trialInvoices} invoices)`
  if (subscriptionStatus === 'active') return subscriptionPlan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan'
  return subscriptionStatus === 'canceled' ? 'Canceled' : 'Free Trial'
}

/** Whether the subscriber may make one more invoice; the database asks the same at the moment of creation. */
export const mayCreateInvoice = ({ subscriptionStatus, trialInvoicesUsed }: Subscriber): boolean =>
  subscriptionStatus === 'active' || (subscriptionStatus === 'trial' && trialInvoicesUsed < trialInvoices)
