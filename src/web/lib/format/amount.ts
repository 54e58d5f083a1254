import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney, parseAmount } from '#shared/money.ts'

/** An amount for a narrow column: what doesn't fit on one line has its code above the figure ("NGN", "1,234.50"). */
export const formatWrappingMoney = (amount: Amount | string, currency: Currency): string =>
  formatMoney(amount, currency).replace('\u00a0', ' ')

/** Formats a saved or typed amount: '5' and '5.00' both return '$5.00' in US dollars. Anything that is not an amount is returned unchanged. */
export const formatAmountInput = (text: unknown, currency: Currency): string => {
  const typed = String(text ?? '').trim()
  try {
    return formatMoney(parseAmount(typed), currency)
  } catch {
    return typed
  }
}
