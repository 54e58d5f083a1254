import { sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { addUp, noSum, type Sum, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { changeCell, createColumn, createHeadline, createRow, createTotal, type Row, sumCell, textCell } from './cells.ts'
import { getPeriodsTitle, isEmptyDay, splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

const names = ['paymentsIn', 'refundsOut', 'received'] as const

export const buildRevenueReport: ReportBuilder = async (db, { range, chartRange, previous, today }) => {
  const periods = splitIntoPeriods(chartRange)
  const [found, before] = await Promise.all([
    sumByPeriod(
      db,
      [
        { of: 'paymentsIn', ...range },
        { of: 'refundsOut', ...range },
      ],
      periods,
      today,
    ),
    Promise.all(names.map((of) => (previous ? sumFigure(db, { of, ...previous }, today) : noSum))),
  ])
  const byPeriod = found.map(({ sums: [received, refunded] }) => [received!, refunded!, toSum(received! - refunded!)] as const)
  const now = names.map((_, i) => addUp(byPeriod.map((sums) => sums[i]!)))
  const createCells = (sums: readonly Sum[], days: Range) => names.map((of, i) => sumCell(sums[i]!, { of, ...days }))
  const rows: Row[] = [
    ...periods.flatMap(({ label, from, to }, i) =>
      isEmptyDay({ from, to }, byPeriod[i]!) ? [] : [createRow(textCell(label), ...createCells(byPeriod[i]!, { from, to }))],
    ),
    createTotal(textCell('Total'), ...createCells(now, range)),
  ]
  if (previous)
    rows.push(
      createRow(textCell('Previous period'), ...createCells(before, previous)),
      createRow(textCell('Change'), ...names.map((_, i) => changeCell(now[i]!, before[i]!))),
    )
  const figure = (i: number) => ({ of: names[i]!, ...range })
  const getPrevious = (i: number) => (previous ? before[i]! : null)
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Money received', now[2]!, figure(2), getPrevious(2)),
        createHeadline('Payments', now[0]!, figure(0), getPrevious(0)),
        createHeadline('Refunds', now[1]!, figure(1), getPrevious(1)),
      ],
      chart: {
        isStacked: false,
        series: [{ key: 'received', label: 'Money received' }],
        points: periods.map(({ label, from, to }, i) => ({ label, from, to, values: [byPeriod[i]![2]] })),
      },
      table: {
        columns: [
          createColumn('part', getPeriodsTitle(chartRange), 'text'),
          createColumn('payments', 'Payments', 'amount'),
          createColumn('refunds', 'Refunds', 'amount'),
          createColumn('received', 'Money received', 'amount'),
        ],
        rows,
        isCut: false,
      },
      notes: [
        'Money received: payments minus refunds, by date, including sales tax and overpayments.',
        'For your earnings without sales tax, see Profit & Loss.',
      ],
    },
  }
}
