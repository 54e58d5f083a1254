import { getOverview } from '#server/domain/ledger/figures/overview.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, sum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { ageBuckets } from '#shared/reports.ts'
import { type Figures, figureLabels } from './compared-figures.ts'

const [revenue, outstanding, thisMonth, spent] = ['Total Revenue', 'Outstanding', 'Paid This Month', 'Total Expenses']
const inChart = (of: string, month: Range) => `${figureLabels.flow(of, month)}, in the dashboard’s chart`

const named = (
  months: readonly Range[],
  of: Record<'revenue' | 'outstanding' | 'spent', Cents>,
  parts: Record<'received' | 'spent', readonly Cents[]>,
): Figures =>
  new Map([
    [`${revenue} on the dashboard`, of.revenue],
    [`${outstanding} on the dashboard`, of.outstanding],
    [`${thisMonth} on the dashboard`, parts.received.at(-1)!],
    [`${spent} on the dashboard`, of.spent],
    ...months.map((month, i): [string, Cents] => [inChart('Money received', month), parts.received[i]!]),
    ...months.map((month, i): [string, Cents] => [inChart('Expenses', month), parts.spent[i]!]),
  ])

/** What the dashboard says. @param parts as `partsOfAllTime` has them: the months are those between the first and the last */
export const readDashboardFigures = async (db: UserDb, parts: readonly Range[], today: Day): Promise<Figures> => {
  const months = parts.slice(1, -1)
  const told = await getOverview(db, months, today)
  return named(
    months,
    { revenue: told.received.total, outstanding: told.outstanding, spent: told.spent.total },
    { received: told.received.parts, spent: told.spent.parts },
  )
}

/** The same, of what the journal says. */
export const deriveDashboardFigures = (journal: Figures, parts: readonly Range[]): Figures => {
  const months = parts.slice(1, -1)
  const flow = (of: string) => parts.map((part) => journal.get(figureLabels.flow(of, part))!)
  const [received, expenses] = [flow('Money received'), flow('Expenses')]
  const open = ageBuckets.map((bucket) => journal.get(figureLabels.receivable(allTime.to, bucket))!)
  return named(
    months,
    { revenue: sum(received), outstanding: sum(open), spent: sum(expenses) },
    { received: received.slice(1, -1), spent: expenses.slice(1, -1) },
  )
}
