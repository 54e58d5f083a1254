import { parseFixed, toDecimal } from './money.ts'

// Rates and quantities: decimals with two places that aren't money. Numbers are hundredths, text is "8.25".

const asHundredths = (value: number | string) => (typeof value === 'string' ? parseFixed(value, 2) : value)

/** "8.00" -> "8.0%", 825 -> "8.25%": one decimal if that is exact, otherwise two. */
export const formatRate = (rate: number | string): string => {
  const text = toDecimal(asHundredths(rate))
  return `${text.endsWith('0') ? text.slice(0, -1) : text}%`
}

/** "2.00" -> "2", 150 -> "1.5": without trailing zeros, with thousands separators. */
export const formatQuantity = (quantity: number | string): string => {
  const [whole = '', fraction = ''] = toDecimal(asHundredths(quantity)).split('.')
  const decimals = fraction.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals && `.${decimals}`)
}
