import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { formatRate } from '#shared/rates.ts'
import type { TotalRow } from '#shared/total-rows.ts'

export const getTotalLabel = (row: TotalRow, currency: Currency): string => {
  switch (row.kind) {
    case 'subtotal':
      return 'Subtotal'
    case 'subtotalWithTax':
      return 'Subtotal with tax'
    case 'discount':
      return row.percent === null ? 'Discount' : `Discount (${row.percent}%)`
    case 'charge':
      return row.description
    case 'netAmount':
      return 'Total without tax'
    case 'tax': {
      const on = row.base === null ? '' : ` on ${formatMoney(row.base, currency)}`
      if (row.name === null) return row.percent === null ? 'Tax' : `Tax (${formatRate(row.percent)})${on}`
      return `${row.name} ${row.percent === null ? '' : formatRate(row.percent)}${on}`
    }
    case 'rounding':
      return 'Rounding'
    case 'total':
      return 'Total'
  }
}
