import { formatDecimal } from '#simulators/kit/money.ts'

const wholeCurrencies = new Set(['HUF', 'JPY', 'TWD'])

/** PayPal takes these currencies without decimals. */
export const isWhole = (currency: string): boolean => wholeCurrencies.has(currency)

/** From hundredths. */
export const toMoney = (amount: number, currency: string) => ({
  currency_code: currency,
  value: isWhole(currency) ? String(Math.round(amount / 100)) : formatDecimal(amount),
})
