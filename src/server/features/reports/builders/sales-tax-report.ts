import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { type Cents, parseFixed, sum, zero } from '#shared/money.ts'
import {
  amountCell,
  changeCell,
  createColumn,
  createComparisonCells,
  createComparisonColumns,
  createHeadline,
  createRow,
  createTotal,
  type Row,
  sumCell,
  textCell,
} from './cells.ts'
import { buildChart } from './chart.ts'
import { splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

const basisNotes = {
  accrual:
    'Accrual basis: tax counts on the issue date of its invoice. A refund of a paid invoice reduces its tax on the day of the refund.',
  cash: 'Cash basis: tax counts when its money comes, each payment in the proportion of its invoice.',
}

/** The highest rates have a row each; the others share one. */
const maxRates = 100

type Rate = { net: Cents; due: Cents; before: Cents }
const createOtherRatesRow = (rates: readonly Rate[], isCompared: boolean): Row => {
  const [net, due, before] = [sum(rates.map((each) => each.net)), sum(rates.map((each) => each.due)), sum(rates.map((each) => each.before))]
  return createRow(
    textCell(`${rates.length} other rates`),
    amountCell(net),
    amountCell(due),
    ...(isCompared ? [amountCell(before), changeCell(due, before)] : []),
  )
}

/** Sales and sales tax, by tax rate. */
export const buildSalesTaxReport: ReportBuilder = async (db, { range, chartRange, previous, basis, today }) => {
  const sales = { of: 'sales', basis, ...range } as const
  const tax = { of: 'tax', basis, ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, groups] = await Promise.all([
    sumByPeriod(db, [tax], periods, today),
    sumByDimension(db, previous ? [sales, tax, { ...tax, ...previous }] : [sales, tax], 'rate', today),
  ])
  const rates = groups
    .map(({ key, sums: [net, due, before = zero] }) => ({ rate: parseFixed(key, 2), net: net!, due: due!, before }))
    .toSorted((a, b) => b.rate - a.rate)
  const [net, due, before] = [sum(rates.map((each) => each.net)), sum(rates.map((each) => each.due)), sum(rates.map((each) => each.before))]
  const [named, others] = [rates.slice(0, maxRates), rates.slice(maxRates)]
  const untaxed = rates.find(({ rate, due }) => rate === 0 && due === 0)
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        createHeadline('Sales tax', due, tax, previous && before),
        createHeadline('Net sales', net, sales),
        ...(untaxed ? [createHeadline('Sales without tax', untaxed.net, { ...sales, rate: 0 })] : []),
      ],
      chart: buildChart(periods, ['Sales tax'], byPeriod),
      table: {
        columns: [
          createColumn('rate', 'Tax rate', 'text'),
          createColumn('net', 'Net sales', 'amount'),
          createColumn('tax', 'Sales tax', 'amount'),
          ...createComparisonColumns(previous).map((each) => (each.key === 'previous' ? { ...each, label: 'Tax, previous period' } : each)),
        ],
        rows: [
          ...named.map(({ rate, ...each }) =>
            createRow(
              textCell(rate === 0 ? 'No rate' : `${rate / 100}%`),
              sumCell(each.net, { ...sales, rate }),
              ...createComparisonCells({ ...tax, rate }, previous, each.due, each.before),
            ),
          ),
          ...(others.length > 0 ? [createOtherRatesRow(others, previous !== null)] : []),
          createTotal(textCell('Total'), sumCell(net, sales), ...createComparisonCells(tax, previous, due, before)),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'A custom tax amount counts under the rate of its invoice.',
        'Payments of sales tax to a tax office are not included.',
      ],
    },
  }
}
