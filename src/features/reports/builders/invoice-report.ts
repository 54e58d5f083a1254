import { sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumByStatus } from '#server/domain/ledger/figures/sums.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, statusLabels } from '#shared/invoice-rules.ts'
import { addUp, noSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
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
import { buildChart, getPeriodsTitle, isEmptyDay, splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

const statuses: readonly InvoiceStatus[] = ['paid', 'sent', 'overdue']

const countsQuery = `
  select ${displayStatusSql('i', '$4::date')} as status, width_bucket(i.issue_date, $5::date[]) as period, count(*)::int as count
  from documents i
  where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is null and i.status <> 'draft' and not i.is_opening_balance and i.invoice_kind <> 'retainer' and i.issue_date between $2 and $3
  group by 1, 2`

type Count = { status: InvoiceStatus; period: number; count: number }

/** width_bucket counts periods from 1. */
const countInvoices = async (db: UserDb, { from, to }: Range, periods: readonly Range[], today: Day) => {
  const found = await db.rows<Count>(countsQuery, [db.userId, from, to, today, periods.map((period) => period.from)])
  const countOf = (condition: (row: Count) => boolean) => found.filter(condition).reduce((all, { count }) => all + count, 0)
  return {
    ofStatus: (status: InvoiceStatus) => countOf((row) => row.status === status),
    ofPeriod: (index: number) => countOf(({ period }) => period === index + 1),
  }
}

export const buildInvoiceReport: ReportBuilder = async (db, { range, chartRange, previous, today }) => {
  const figure = { of: 'invoiced', ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, sums, sumsBefore, counts] = await Promise.all([
    sumByPeriod(db, [figure], periods, today),
    sumByStatus(db, range, today),
    previous ? sumByStatus(db, previous, today) : null,
    countInvoices(db, range, periods, today),
  ])
  const byStatus = statuses.map((status) => {
    return { status, count: counts.ofStatus(status), now: sums.get(status) ?? noSum, before: sumsBefore?.get(status) ?? noSum }
  })
  const issued = byStatus.reduce((all, each) => all + each.count, 0)
  const [now, before] = [addUp(byStatus.map((each) => each.now)), addUp(byStatus.map((each) => each.before))]
  const columns = [
    createColumn('name', 'Invoices', 'text'),
    createColumn('count', 'Number', 'count'),
    createColumn('amount', 'This period', 'amount'),
    ...createComparisonColumns(previous),
  ]
  const all = [countCell(issued), ...createComparisonCells(figure, previous, now, before)]
  return {
    long: [],
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
          ...periods.flatMap(({ label, from, to }, i) =>
            counts.ofPeriod(i) === 0 && isEmptyDay({ from, to }, byPeriod[i]!.sums)
              ? []
              : [
                  createRow(
                    textCell(label),
                    countCell(counts.ofPeriod(i)),
                    sumCell(byPeriod[i]!.sums[0]!, { ...figure, from, to }),
                    ...(previous ? [emptyCell, emptyCell] : []),
                  ),
                ],
          ),
          createTotal(textCell('Total'), ...all),
        ],
        isCut: false,
      },
      notes: ['Invoices count by their issue date, with their sales tax. Drafts and deleted invoices are left out.'],
    },
  }
}
