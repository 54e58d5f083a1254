import { type Cents, cents } from './money.ts'

export const providerNames = ['stripe', 'paypal'] as const
export type ProviderName = (typeof providerNames)[number]

/** A provider as people know it. */
export const providerLabels: Record<ProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' }

// What a payment came by is stored as the provider's code, or as the words that the owner chose.
const names: Record<string, string> = { stripe: 'Card', card: 'Card', paypal: 'PayPal', manual: 'Recorded by the business' }

/** How a payment came, in words for owner and customer alike; a way that has no code is stored in words already. */
export const getMethodLabel = (method: string): string => (Object.hasOwn(names, method) ? names[method]! : method)

/** What a customer paid beyond what was asked for: his credit. Amounts are whole cents. */
export const computeCredit = ({ total, paid }: { total: Cents; paid: Cents }): Cents => cents(Math.max(paid - total, 0))
