import { normalizeDecimal } from './money.ts'

// Decimals that aren't money. Numbers are hundredths, text is "8.25" or has more decimals.

export const formatHundredths = (hundredths: number): string => {
  const size = Math.abs(hundredths)
  return `${hundredths < 0 ? '-' : ''}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

const toText = (value: number | string) => normalizeDecimal(typeof value === 'string' ? value : formatHundredths(value))

/** "8.00" -> "8.0%", "9.975" -> "9.975%": one decimal if that is exact, otherwise all. */
export const formatRate = (rate: number | string): string => {
  const text = toText(rate)
  return `${text.endsWith('0') ? text.slice(0, -1) : text}%`
}

/** "2.00" -> "2", 150 -> "1.5". */
export const formatQuantity = (quantity: number | string): string => {
  const [whole = '', fraction = ''] = toText(quantity).split('.')
  const decimals = fraction.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals && `.${decimals}`)
}
