import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { formatQuantity } from '#shared/rates.ts'
import { getPrintedUnit } from '#shared/units.ts'

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
  const unit = getPrintedUnit(unitCode)
  const discount = discountPercent === null ? formatMoney(discountAmount, currency) : `${discountPercent}%`
  const less = Number(discountAmount) === 0 ? '' : `, less ${discount}`
  return `${formatQuantity(quantity)}${unit && ` ${unit}`} × ${formatMoney(unitPrice, currency)}${less}`
}

/** Charges stand in the totals, not among the lines. */
export const isListed = ({ kind }: { kind: 'item' | 'charge' | 'deposit' }): boolean => kind !== 'charge'
