import type { FigureRef } from '#shared/contract/reports.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'
import { ageBucketLabels, combinationNames, figureNames } from '#shared/reports.ts'
import { capitalize } from '#web/entity/entity.ts'
import { formatRange } from '#web/features/reports/query/report-params.ts'

const names: Record<FigureRef['of'], string> = {
  received: 'Money received',
  paymentsIn: 'Payments',
  refundsOut: 'Refunds',
  invoiced: 'Invoiced',
  opening: 'Opening balances',
  sales: 'Sales',
  taxableSales: 'Taxable sales',
  lateFees: 'Late fees',
  tax: 'Sales tax',
  taxCharged: 'Sales tax charged',
  taxCredited: 'Sales tax credited',
  taxBase: 'Taxable sales',
  rounding: 'Rounding',
  exchange: 'Exchange gain or loss',
  otherIncome: 'Other income',
  expenses: 'Expenses',
  fees: 'Payment fees',
  bankFees: 'Bank fees',
  interest: 'Interest paid',
  badDebts: 'Bad debts',
  costs: 'Total expenses',
  income: 'Income',
  receivable: 'Outstanding',
  credit: 'Customer credit',
  creditChange: 'Change in customer credit',
  profit: 'Net profit',
  balance: 'Balance',
}

/** 'Outstanding, 31-60 days'. */
export const getFigureTitle = ({ of, category, rate, status, bucket, currency }: FigureRef): string =>
  [
    names[of],
    category,
    rate !== undefined && `at ${Number(rate)}%`,
    status && capitalize(status),
    bucket && ageBucketLabels[bucket],
    currency,
  ]
    .filter(Boolean)
    .join(', ')

/** 'As of Jan 31, 2026' for a balance, the range for a sum. */
export const getFigurePeriod = ({ of, from, to, basis }: FigureRef): string => {
  const isBalance = of === 'receivable' || of === 'credit' || of === 'balance'
  const days = !isBalance ? formatRange({ from, to }) : to === allTime.to ? 'All, as of now' : `As of ${formatDay(to)}`
  return basis ? `${days}, ${basis} basis` : days
}

export const serializeFigure = (figure: FigureRef): string =>
  new URLSearchParams(Object.entries(figure).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))).toString()

const known = ['basis', 'customerId', 'category', 'rate', 'taxRateId', 'taxComponent', 'status', 'bucket', 'currency'] as const

/** Undefined when it names no figure. The server validates the rest. */
export const parseFigure = (text: string | null): FigureRef | undefined => {
  const params = new URLSearchParams(text ?? '')
  const of = [...figureNames, ...combinationNames].find((name) => name === params.get('of'))
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!of || !isDay(from) || !isDay(to)) return undefined
  const rest = Object.fromEntries(known.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  return { of, from, to, ...rest }
}
