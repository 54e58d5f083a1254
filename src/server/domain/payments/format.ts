import { isCurrency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { type Amount, formatMoney, toDecimal } from '#shared/money.ts'
import { getMethodLabel, type ProviderName, providerLabels } from '#shared/payment-methods.ts'

// How an owner reads about money in the history of an invoice and in notifications.

/** An amount and the code of its currency, which may be in lower case. A provider may report a currency that isn't in use any more. */
type Money = { amount: Amount | string; currency: string }

/** '$12.00' or '€8.00' */
export const formatInCurrency = ({ amount, currency }: Money, locale: DocumentLocale = 'en'): string => {
  const code = currency.toUpperCase()
  return isCurrency(code) ? formatMoney(amount, code, locale) : `${typeof amount === 'string' ? amount : toDecimal(amount)} ${code}`
}

/** '$12.00 and €8.00' */
export const formatSeveral = (money: readonly Money[]): string => money.map((each) => formatInCurrency(each)).join(' and ')

/** '$150.25, Card' */
export const formatPayment = ({ method, ...money }: Money & { method: string }): string =>
  `${formatInCurrency(money)}, ${getMethodLabel(method)}`

/** '$50.00, Bank transfer, Nov 21, 2026' */
export const formatDatedPayment = ({ day, ...payment }: Money & { method: string; day: Day }): string =>
  `${formatPayment(payment)}, ${formatDay(day)}`

/** '$12.00, PayPal': what an attempt asked for. */
export const formatRequested = ({ provider, ...money }: Money & { provider: ProviderName }): string =>
  `${formatInCurrency(money)}, ${providerLabels[provider]}`

/** '$12.00 and $8.00, PayPal': what was received for an attempt. */
export const formatReceived = ({ provider }: { provider: ProviderName }, received: readonly Money[]): string =>
  `${received.length > 0 ? formatSeveral(received) : 'No money'}, ${providerLabels[provider]}`

/** '$20.00 of $150.25, Card' */
export const formatRefund = (amount: Amount, payment: Money & { method: string }): string =>
  `${formatInCurrency({ amount, currency: payment.currency })} of ${formatPayment(payment)}`
