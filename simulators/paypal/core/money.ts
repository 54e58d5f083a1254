import { formatDecimal } from '#simulators/kit/money.ts'

const wholeCurrencies = new Set(['HUF', 'JPY', 'TWD'])

/** Whether PayPal takes a currency without decimals. */
export const isWhole = (currency: string): boolean => wholeCurrencies.has(currency)

/** An amount in hundredths as PayPal writes it: '12.30', '500' yen. */
export const toMoney = (amount: number, currency: string) => ({
  currency_code: currency,
  value: isWhole(currency) ? String(Math.round(amount / 100)) : formatDecimal(amount),
})
