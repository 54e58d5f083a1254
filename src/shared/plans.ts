import { type Cents, cents } from './money.ts'

/** How many invoices a free trial holds. */
export const trialInvoices = 10

export const subscriptionStatuses = ['trial', 'active', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const subscriptionPlans = ['monthly', 'yearly'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

/** What the plans cost per period, in cents of a US dollar. */
export type PlanPrices = Record<SubscriptionPlan, Cents>

/** How many days a plan goes on after a renewal that wasn't paid. */
export const graceDays = 7

export type Subscriber = { subscriptionStatus: string; subscriptionPlan: string | null; trialInvoicesUsed: number }

/** The line under the user's name in the sidebar. */
export const formatPlan = ({ subscriptionStatus, subscriptionPlan, trialInvoicesUsed }: Subscriber): string => {
  if (subscriptionStatus === 'trial') return `Free Trial (${trialInvoicesUsed}/${trialInvoices} invoices)`
  if (subscriptionStatus === 'active') return subscriptionPlan === 'yearly' ? 'Yearly Plan' : 'Monthly Plan'
  return subscriptionStatus === 'canceled' ? 'Canceled' : 'Free Trial'
}

/** Whether the subscriber may make one more invoice; the database asks the same at the moment of creation. */
export const mayCreateInvoice = ({ subscriptionStatus, trialInvoicesUsed }: Subscriber): boolean =>
  subscriptionStatus === 'active' || (subscriptionStatus === 'trial' && trialInvoicesUsed < trialInvoices)

/**
 * What a year costs less by the year than by the month, as it is advertised: in whole per cent, whole dollars and whole months. Null where it
 * costs no less.
 */
export const computeYearlySaving = ({ monthly, yearly }: PlanPrices): { percent: number; dollars: number; months: number } | null => {
  const saved = cents(monthly * 12 - yearly)
  if (saved <= 0) return null
  return { percent: Math.round((saved * 100) / (monthly * 12)), dollars: Math.round(saved / 100), months: Math.round(saved / monthly) }
}
