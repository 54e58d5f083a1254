import type { Amount, Sum } from './money.ts'

const withThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** '+12.5% from last month', 'No data last month'. Computed exactly with one decimal, rounded half away from zero. */
export const formatChange = (now: Amount | Sum, before: Amount | Sum, period = 'month'): string => {
  const base = before < 0 ? -BigInt(before) : BigInt(before)
  if (base === 0n) return `No data last ${period}`
  const change = (BigInt(now) - BigInt(before)) * 1000n
  const size = change < 0n ? -change : change
  const tenths = (size * 2n + base) / (base * 2n)
  const sign = tenths === 0n ? '' : change < 0n ? '-' : '+'
  return `${sign}${withThousands(String(tenths / 10n))}.${tenths % 10n}% from last ${period}`
}

/** '5 invoices pending payment', '1 invoice pending payment'. */
export const formatInvoiceCount = (count: number, rest: string): string =>
  `${withThousands(String(count))} invoice${count === 1 ? '' : 's'} ${rest}`
