import type { Currency } from '#shared/currencies.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { formatRate } from '#shared/rates.ts'
import type { TotalRow } from '#shared/total-rows.ts'
import { find, formatFigure, formatMoney, t } from './language.ts'

const labels: Record<Exclude<TotalRow['kind'], 'charge'>, CustomerText> = {
  subtotal: 'Subtotal',
  subtotalWithTax: 'Subtotal with tax',
  discount: 'Discount',
  netAmount: 'Total without tax',
  tax: 'Tax',
  rounding: 'Rounding',
  total: 'Total',
  withholding: 'Withholding tax',
  toPay: 'To pay',
  credited: 'Credited',
}

export const getTotalLabel = (row: TotalRow, currency: Currency): string => {
  if (row.kind === 'charge') return row.description
  const label = find(labels[row.kind])
  if (row.kind === 'discount' || row.kind === 'withholding')
    return row.percent === null ? label : `${label} (${formatFigure(`${row.percent}%`)})`
  if (row.kind !== 'tax') return label
  const rate = row.percent === null ? null : formatFigure(formatRate(row.percent))
  const on = row.base === null ? '' : ` ${t('on {amount}', { amount: formatMoney(row.base, currency) })}`
  if (row.name === null) return rate === null ? label : `${label} (${rate})${on}`
  return `${row.name} ${rate ?? ''}${on}`
}
