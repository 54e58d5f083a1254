import { getOverview } from '#server/domain/ledger/figures/overview.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, type Sum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { ageBuckets } from '#shared/reports.ts'
import { type Figures, figureLabels } from './compared-figures.ts'

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
