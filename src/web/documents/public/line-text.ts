import type { Currency } from '#shared/currencies.ts'
import { formatQuantity } from '#shared/rates.ts'
import { formatFigure, formatMoney, getUnit, t } from './language.ts'

type Line = {
  kind: 'item' | 'charge' | 'deposit'
  quantity: string
  unitCode: string
  unitPrice: string
  discountPercent: string | null
  discountAmount: string
}

/** '7.5 hr × $120.00, less 10%'; nothing for the deduction of a deposit. */
export const describeAmount = (
  { kind, quantity, unitCode, unitPrice, discountPercent, discountAmount }: Line,
  currency: Currency,
): string => {
  if (kind === 'deposit') return ''
  const line = `${[formatFigure(formatQuantity(quantity)), getUnit(unitCode)].filter(Boolean).join(' ')} × ${formatMoney(unitPrice, currency)}`
  if (Number(discountAmount) === 0) return line
  const discount = discountPercent === null ? formatMoney(discountAmount, currency) : formatFigure(`${discountPercent}%`)
  return t('{line}, less {discount}', { line, discount })
}

/** Charges stand in the totals, not among the lines. */
export const isListed = ({ kind }: { kind: 'item' | 'charge' | 'deposit' }): boolean => kind !== 'charge'
