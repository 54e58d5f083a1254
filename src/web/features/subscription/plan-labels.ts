import { parseAmount } from '#shared/money.ts'
import { computeYearlySaving, type SubscriptionPlan, subscriptionPlans, trialInvoices } from '#shared/plans.ts'

export const planNames: Record<SubscriptionPlan, string> = { monthly: 'Monthly', yearly: 'Yearly' }
export const planPeriods: Record<SubscriptionPlan, string> = { monthly: 'month', yearly: 'year' }

export const parsePlan = (text: string | null | undefined): SubscriptionPlan | undefined => subscriptionPlans.find((plan) => plan === text)

type PricesWire = Record<SubscriptionPlan, string>

/** { badge: 'Save 17%', text: '$20 saved: 2 months free' }; undefined where there is none worth showing. */
export const describeSaving = (prices: PricesWire): { badge: string; text: string } | undefined => {
  const saving = computeYearlySaving({ monthly: parseAmount(prices.monthly), yearly: parseAmount(prices.yearly) })
  if (!saving || saving.percent < 1 || saving.dollars < 1) return undefined
  const free = saving.months < 1 ? '' : `: ${saving.months} month${saving.months === 1 ? '' : 's'} free`
  return { badge: `Save ${saving.percent}%`, text: `$${saving.dollars} saved${free}` }
}

/** Also in the trial. */
export const includedFeatures = [
  'Estimates that customers accept online',
  'Unlimited customers, items and expenses',
  'Branded PDFs in 17 languages',
  'Card and PayPal payment links',
  'Automatic receipts and emails',
  'Data import and export',
] as const

export const trialFeature = `${trialInvoices} invoices`

export const premiumFeatures = [
  'Unlimited invoices',
  'Convert accepted estimates to invoices',
  'Change or cancel anytime',
  'Your data stays yours, with or without a plan',
] as const
