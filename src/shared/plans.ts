import { type Amount, toAmount } from './money.ts'

export const trialInvoices = 10

export const subscriptionStatuses = ['trial', 'active', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const subscriptionPlans = ['monthly', 'yearly'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

/** US dollars. */
export type PlanPrices = Record<SubscriptionPlan, Amount>

/** A plan goes on for so many days after an unpaid renewal. */
export const graceDays = 7

export type Subscriber = { subscriptionStatus: string; subscriptionPlan: string | null; trialInvoicesUsed: number }

export const formatPlan = ({ subscriptionStatus, subscriptionPlan, trialInvoicesUsed }: Subscriber): string => {
  if (subscriptionStatus === 'trial') return `Free Trial (${trialInvoicesUsed}/${trialInvoices} invoices)`
  if (subscriptionStatus === 'active') return subscriptionPlan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan'
  return subscriptionStatus === 'canceled' ? 'Canceled' : 'Free Trial'
}

/** `takeInvoice` enforces the same rule at creation. */
export const mayCreateInvoice = ({ subscriptionStatus, trialInvoicesUsed }: Subscriber): boolean =>
  subscriptionStatus === 'active' || (subscriptionStatus === 'trial' && trialInvoicesUsed < trialInvoices)

/** Over twelve monthly payments, rounded to whole percent, dollars and months. */
export const computeYearlySaving = ({ monthly, yearly }: PlanPrices): { percent: number; dollars: number; months: number } | null => {
  const saved = toAmount(monthly * 12 - yearly)
  if (saved <= 0) return null
  return { percent: Math.round((saved * 100) / (monthly * 12)), dollars: Math.round(saved / 1000), months: Math.round(saved / monthly) }
}
