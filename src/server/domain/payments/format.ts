import { type Day, formatDay } from '#shared/dates.ts'
import { type Cents, cents, formatMoney, toDecimal } from '#shared/money.ts'
import { getMethodLabel, type ProviderName, providerLabels } from '#shared/payment-methods.ts'

// How an owner reads about money in the history of an invoice and in notifications.

type Money = { amount: Cents; currency: string }

/** '$12.00', or '12.00 EUR' in another currency. */
export const formatInCurrency = ({ amount, currency }: Money): string =>
  currency.toLowerCase() === 'usd' ? formatMoney(cents(amount)) : `${toDecimal(amount)} ${currency.toUpperCase()}`

/** '$12.00 and 8.00 EUR' */
export const formatSeveral = (money: readonly Money[]): string => money.map(formatInCurrency).join(' and ')

/** '$150.25, Card' */
export const formatPayment = ({ amount, method }: { amount: Cents | string; method: string }): string =>
  `${formatMoney(amount)}, ${getMethodLabel(method)}`

/** '$50.00, Bank transfer, Nov 21, 2026' */
export const formatDatedPayment = ({ amount, method, day }: { amount: Cents; method: string; day: Day }): string =>
  `${formatPayment({ amount, method })}, ${formatDay(day)}`

/** '$12.00, PayPal': what an attempt asked for. */
export const formatRequested = ({ amount, provider }: { amount: Cents; provider: ProviderName }): string =>
  `${formatMoney(amount)}, ${providerLabels[provider]}`

/** '$12.00 and $8.00, PayPal': what was received for an attempt. */
export const formatReceived = ({ provider }: { provider: ProviderName }, received: readonly Money[]): string =>
  `${received.length > 0 ? formatSeveral(received) : 'No money'}, ${providerLabels[provider]}`

/** '$20.00 of $150.25, Card' */
export const formatRefund = (amount: Cents, payment: { amount: Cents | string; method: string }): string =>
  `${formatMoney(amount)} of ${formatPayment(payment)}`
