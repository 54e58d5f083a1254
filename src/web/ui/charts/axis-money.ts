import { toDecimal } from '#shared/money.ts'

const units = [
  { size: 100_000_000_000, sign: 'B' },
  { size: 100_000_000, sign: 'M' },
  { size: 100_000, sign: 'k' },
]

/**
 * Whole cents as an axis says them: 120000 -> '$1.2k', -50000 -> '-$500', 25 -> '$0.25'. Two decimals at most: the exact figures stand in
 * the table and the tooltip.
 */
export const formatAxisMoney = (cents: number): string => {
  const size = Math.round(Math.abs(cents))
  const sign = cents < 0 && size > 0 ? '-$' : '$'
  const unit = units.find((one) => size >= one.size)
  if (unit) return `${sign}${Number((size / unit.size).toFixed(2))}${unit.sign}`
  return `${sign}${size % 100 === 0 ? size / 100 : toDecimal(size)}`
}
