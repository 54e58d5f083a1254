import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { type InvoiceStatus, statusLabels } from '#shared/invoice-rules.ts'
import { sum, zero } from '#shared/money.ts'
import {
  countCell,
  createColumn,
  createComparisonCells,
  createComparisonColumns,
  createHeading,
  createHeadline,
  createRow,
  createSubtotal,
  createTotal,
  emptyCell,
  sumCell,
  textCell,
} from './cells.ts'
import { buildChart } from './chart.ts'
import { getPeriodsTitle, splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

/** The statuses of issued invoices. */
const statuses: readonly InvoiceStatus[] = ['paid', 'sent', 'overdue']

/** Invoices issued in the range: by status of today, and by period. */
export const buildInvoiceReport: ReportBuilder = async (db, { range, chartRange, previous, today }) => {
  const figure = { of: 'invoiced', ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, groups] = await Promise.all([
    sumByPeriod(db, [figure], periods, today),
    sumByDimension(db, previous ? [figure, { ...figure, ...previous }] : [figure], 'status', today),
  ])
  const byStatus = statuses.map((status) => {
    const found = groups.find(({ key }) => key === status)
    return { status, count: found?.counts[0] ?? 0, now: found?.sums[0] ?? zero, before: found?.sums[1] ?? zero }
  })
  const issued = byStatus.reduce((all, each) => all + each.count, 0)
  const [now, before] = [sum(byStatus.map((each) => each.now)), sum(byStatus.map((each) => each.before))]
  const columns = [
    createColumn('name', 'Invoices', 'text'),
    createColumn('count', 'Number', 'count'),
    createColumn('amount', 'This period', 'amount'),
    ...createComparisonColumns(previous),
  ]
  const all = [countCell(issued), ...createComparisonCells(figure, previous, now, before)]
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        createHeadline('Invoiced', now, figure, previous && before),
        { label: 'Invoices issued', count: issued, previous: null },
        ...byStatus.map((each) =>
          createHeadline(statusLabels[each.status], each.now, { ...figure, status: each.status }, previous && each.before),
        ),
      ],
      chart: buildChart(periods, ['Invoiced'], byPeriod),
      table: {
        columns,
        rows: [
          createHeading('By status, as they stand today', columns.length),
          ...byStatus.map((each) =>
            createRow(
              textCell(statusLabels[each.status]),
              countCell(each.count),
              ...createComparisonCells({ ...figure, status: each.status }, previous, each.now, each.before),
            ),
          ),
          createSubtotal(textCell('All invoices'), ...all),
          createHeading(`By ${getPeriodsTitle(chartRange).toLowerCase()} of issue`, columns.length),
          ...periods.map(({ label, from, to }, i) =>
            createRow(
              textCell(label),
              countCell(byPeriod[i]!.counts[0]!),
              sumCell(byPeriod[i]!.sums[0]!, { ...figure, from, to }),
              ...(previous ? [emptyCell, emptyCell] : []),
            ),
          ),
          createTotal(textCell('Total'), ...all),
        ],
        isCut: false,
      },
      notes: ['Invoices count by their issue date, with their sales tax. Drafts and deleted invoices are left out.'],
    },
  }
}
