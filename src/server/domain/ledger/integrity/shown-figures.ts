import type { Figure } from '#server/domain/ledger/figures/contributions.ts'
import { sumByAge, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { getOverview } from '#server/domain/ledger/figures/overview.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, type Sum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { ageBuckets, bases } from '#shared/reports.ts'
import { type Figures, figureLabels, getCreditEnds, getPeriodEnds } from './compared-figures.ts'

export const readReportFigures = async (db: UserDb, periods: readonly Range[], today: Day): Promise<Figures> => {
  const figures = new Map<string, Sum>()
  const addFlow = async (name: string, figure: Pick<Figure, 'of' | 'basis'>) => {
    const sums = await sumByPeriod(db, [{ ...allTime, ...figure }], periods, today)
    for (const [i, period] of periods.entries()) figures.set(figureLabels.flow(name, period, figure.basis), sums[i]!.sums[0]!)
  }
  await addFlow('Expenses', { of: 'expenses' })
  await addFlow('Invoiced', { of: 'invoiced' })
  await addFlow('Payments', { of: 'paymentsIn' })
  await addFlow('Refunds', { of: 'refundsOut' })
  await addFlow('Money received', { of: 'received' })
  for (const basis of bases) {
    await addFlow('Sales', { of: 'sales', basis })
    await addFlow('Sales tax', { of: 'tax', basis })
  }
  for (const to of getPeriodEnds(periods))
    for (const { bucket, amount } of await sumByAge(db, { of: 'receivable', from: allTime.from, to }, today))
      figures.set(figureLabels.receivable(to, bucket), amount)
  for (const basis of bases)
    for (const to of getCreditEnds(periods, basis))
      figures.set(figureLabels.credit(to, basis), await sumFigure(db, { of: 'credit', basis, from: allTime.from, to }, today))
  return figures
}

const [revenue, outstanding, thisMonth, spent] = ['Total Revenue', 'Outstanding', 'Paid This Month', 'Total Expenses']
const getChartLabel = (of: string, month: Range) => `${figureLabels.flow(of, month)}, in the dashboard’s chart`

const toFigures = (
  months: readonly Range[],
  of: Record<'revenue' | 'outstanding' | 'spent', Sum>,
  periods: Record<'received' | 'spent', readonly Sum[]>,
): Figures =>
  new Map([
    [`${revenue} on the dashboard`, of.revenue],
    [`${outstanding} on the dashboard`, of.outstanding],
    [`${thisMonth} on the dashboard`, periods.received.at(-1)!],
    [`${spent} on the dashboard`, of.spent],
    ...months.map((month, i): [string, Sum] => [getChartLabel('Money received', month), periods.received[i]!]),
    ...months.map((month, i): [string, Sum] => [getChartLabel('Expenses', month), periods.spent[i]!]),
  ])

/** @param periods those of `getComparedPeriods`; the months are all but the first and the last */
export const readDashboardFigures = async (db: UserDb, periods: readonly Range[], today: Day): Promise<Figures> => {
  const months = periods.slice(1, -1)
  const overview = await getOverview(db, months, today)
  return toFigures(
    months,
    { revenue: overview.received.total, outstanding: overview.outstanding, spent: overview.spent.total },
    { received: overview.received.parts, spent: overview.spent.parts },
  )
}

export const deriveDashboardFigures = (journal: Figures, periods: readonly Range[]): Figures => {
  const months = periods.slice(1, -1)
  const flow = (of: string) => periods.map((part) => journal.get(figureLabels.flow(of, part))!)
  const [received, expenses] = [flow('Money received'), flow('Expenses')]
  const open = ageBuckets.map((bucket) => journal.get(figureLabels.receivable(allTime.to, bucket))!)
  return toFigures(
    months,
    { revenue: addUp(received), outstanding: addUp(open), spent: addUp(expenses) },
    { received: received.slice(1, -1), spent: expenses.slice(1, -1) },
  )
}
