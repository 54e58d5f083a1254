import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { getAccount } from '#shared/accounts.ts'
import { addUp, divide, noSum, type Sum } from '#shared/money.ts'
import { createColumn, createComparisonCells, createComparisonColumns, createHeadline, createRow, createTotal, textCell } from './cells.ts'
import { buildChart, splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

export const toCategories = (groups: readonly { key: string; sums: Sum[] }[]) =>
  groups
    .map(({ key, sums: [now, before = noSum] }) => ({ category: getAccount(Number(key)).name, now: now!, before }))
    .toSorted((a, b) => Number(b.now - a.now) || Number(b.before - a.before) || (a.category < b.category ? -1 : 1))

export const formatShare = (part: Sum, whole: Sum): string => {
  if (whole === 0n) return ''
  const tenths = divide(part * 1000n * (whole < 0n ? -1n : 1n), whole < 0n ? -whole : whole)
  const size = tenths < 0n ? -tenths : tenths
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}%`
}

export const buildExpenseReport: ReportBuilder = async (db, { range, chartRange, previous, today }) => {
  const figure = { of: 'expenses', ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, groups] = await Promise.all([
    sumByPeriod(db, [figure], periods, today),
    sumByDimension(db, previous ? [figure, { ...figure, ...previous }] : [figure], 'account', today),
  ])
  const categories = toCategories(groups)
  const [now, before] = [addUp(categories.map((each) => each.now)), addUp(categories.map((each) => each.before))]
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Total expenses', now, figure, previous && before),
        ...categories
          .slice(0, 2)
          .flatMap((each) =>
            each.now === 0n
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
