import { type Amount, toAmount } from './money.ts'

export const providerNames = ['stripe', 'paypal'] as const
export type ProviderName = (typeof providerNames)[number]

export const providerLabels: Record<ProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' }

export const manualMethods = ['Bank transfer', 'Cash', 'Check', 'Card', 'PayPal', 'Other'] as const

// A payment's method is stored as the provider's code, or as the label that the owner chose.
const methodLabels: Record<string, string> = { stripe: 'Card', card: 'Card', paypal: 'PayPal', manual: 'Recorded by the business' }

export const getMethodLabel = (method: string): string => (Object.hasOwn(methodLabels, method) ? methodLabels[method]! : method)

/** Paid beyond the total. @param of.total less what is credited */
export const computeCredit = ({ total, paid }: { total: Amount; paid: Amount }): Amount => toAmount(Math.max(paid - total, 0))
