import type { Currency } from '#shared/currencies.ts'
import { addUp, formatMoney, parseSum } from '#shared/money.ts'

/** "€100.00 + $50.00": currencies never add up. @param rows at least one */
export const formatCurrencySums = (rows: readonly { currency: Currency; amount: string }[]): string =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, group]) => formatMoney(addUp(group.map(({ amount }) => parseSum(amount))), currency))
    .join(' + ')
