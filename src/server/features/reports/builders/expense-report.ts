import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { getAccount } from '#shared/accounts.ts'
import { type Amount, sum, zero } from '#shared/money.ts'
import { createColumn, createComparisonCells, createComparisonColumns, createHeadline, createRow, createTotal, textCell } from './cells.ts'
import { buildChart } from './chart.ts'
import { splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

/** Categories with the sums of this and the previous period, largest first. */
export const toCategories = (groups: readonly { key: string; sums: Amount[] }[]) =>
  groups
    .map(({ key, sums: [now, before = zero] }) => ({ category: getAccount(Number(key)).name, now: now!, before }))
    .toSorted((a, b) => b.now - a.now || b.before - a.before || (a.category < b.category ? -1 : 1))

/** '45.2%' of the whole; '' when the whole is zero. */
export const formatShare = (part: Amount, whole: Amount): string => {
  if (whole === 0) return ''
  const tenths = (Math.abs(part) * 2000 + Math.abs(whole)) / (2 * Math.abs(whole))
  const shown = Math.floor(tenths)
  return `${part < 0 !== whole < 0 && shown > 0 ? '-' : ''}${Math.floor(shown / 10)}.${shown % 10}%`
}

/** Expenses by category. */
export const buildExpenseReport: ReportBuilder = async (db, { range, chartRange, previous, today }) => {
  const figure = { of: 'expenses', ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, groups] = await Promise.all([
    sumByPeriod(db, [figure], periods, today),
    sumByDimension(db, previous ? [figure, { ...figure, ...previous }] : [figure], 'account', today),
  ])
  const categories = toCategories(groups)
  const [now, before] = [sum(categories.map((each) => each.now)), sum(categories.map((each) => each.before))]
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Total expenses', now, figure, previous && before),
        ...categories
          .slice(0, 2)
          .flatMap((each) =>
            each.now === 0
              ? []
              : [createHeadline(each.category, each.now, { ...figure, category: each.category }, previous && each.before)],
          ),
      ],
      chart: buildChart(periods, ['Expenses'], byPeriod),
      table: {
        columns: [
          createColumn('category', 'Category', 'text'),
          createColumn('amount', 'This period', 'amount'),
          createColumn('share', 'Share', 'text'),
          ...createComparisonColumns(previous),
        ],
        rows: [
          ...categories.map((each) => {
            const [first, ...rest] = createComparisonCells({ ...figure, category: each.category }, previous, each.now, each.before)
            return createRow(textCell(each.category), first!, textCell(formatShare(each.now, now)), ...rest)
          }),
          ...[createComparisonCells(figure, previous, now, before)].map(([first, ...rest]) =>
            createTotal(textCell('Total'), first!, textCell(formatShare(now, now)), ...rest),
          ),
        ],
        isCut: false,
      },
      notes: ['Expenses count on their date, including their tax.'],
    },
  }
}
