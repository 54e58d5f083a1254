import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, addUp, formatMoney, parseAmount, parseSum } from '#shared/money.ts'

/** For a narrow column: what doesn't fit on one line has its code above the figure ("NGN", "1,234.50"). */
export const formatWrappingMoney = (amount: Amount | string, currency: Currency): string =>
  formatMoney(amount, currency).replace('\u00a0', ' ')

/** "0.01" dollars, "1" yen. */
export const getAmountStep = (currency: Currency): string => ({ 0: '1', 2: '0.01', 3: '0.001' })[getCurrencyDecimals(currency)]

/** "0.00", "0" in yen. */
export const getZeroAmount = (currency: Currency): string => toInputAmount('0', currency)

/** '5' and '5.00' both return '$5.00' in US dollars. Anything that is not an amount is returned unchanged. */
export const formatAmountInput = (text: unknown, currency: Currency): string => {
  const typed = String(text ?? '').trim()
  try {
    return formatMoney(parseAmount(typed), currency)
  } catch {
    return typed
  }
}

/** "€100.00 + $50.00": currencies never add up. @param rows at least one */
export const formatCurrencySums = (rows: readonly { currency: Currency; amount: string }[]): string =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, group]) => formatMoney(addUp(group.map(({ amount }) => parseSum(amount))), currency))
    .join(' + ')

/** What is typed into a field of money; undefined while it is no number. */
export const readAmount = (typed: unknown): Amount | undefined => {
  try {
    return parseAmount(String(typed).trim())
  } catch {
    return undefined
  }
}
