import { groupsOf, inParts } from '#server/books/side-by-side.ts'
import { type Cents, parseFixed, sum, zero } from '#shared/money.ts'
import type { MakeReport } from './asked.ts'
import { changeCell, column, compared, comparison, headline, plain, type Row, row, sumCell, text, total } from './cells.ts'
import { chartOf } from './chart.ts'
import { namedParts } from './parts.ts'

const basisNotes = {
  accrual:
    'Accrual basis: tax counts on the issue date of its invoice. What is refunded of a paid invoice takes its tax back on the day of the refund.',
  cash: 'Cash basis: tax counts when its money comes, each payment in the proportion of its invoice.',
}

/** The highest rates have a row each; nobody has to do with more. */
const mostRates = 100

type Rate = { net: Cents; due: Cents; before: Cents }
const otherRates = (rates: readonly Rate[], isCompared: boolean): Row => {
  const [net, due, before] = [sum(rates.map((each) => each.net)), sum(rates.map((each) => each.due)), sum(rates.map((each) => each.before))]
  return row(text(`${rates.length} other rates`), plain(net), plain(due), ...(isCompared ? [plain(before), changeCell(due, before)] : []))
}

/** Sales and their tax, by tax rate. */
export const salesTaxReport: MakeReport = async (db, { range, charted, previous, basis, today }) => {
  const sales = { of: 'sales', basis, ...range } as const
  const tax = { of: 'tax', basis, ...range } as const
  const parts = namedParts(charted)
  const [byPart, groups] = await Promise.all([
    inParts(db, [tax], parts, today),
    groupsOf(db, previous ? [sales, tax, { ...tax, ...previous }] : [sales, tax], 'rate', today),
  ])
  const rates = groups
    .map(({ key, sums: [net, due, before = zero] }) => ({ rate: parseFixed(key, 2), net: net!, due: due!, before }))
    .toSorted((a, b) => b.rate - a.rate)
  const [net, due, before] = [sum(rates.map((each) => each.net)), sum(rates.map((each) => each.due)), sum(rates.map((each) => each.before))]
  const [named, others] = [rates.slice(0, mostRates), rates.slice(mostRates)]
  const untaxed = rates.find(({ rate, due }) => rate === 0 && due === 0)
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        headline('Sales tax', due, tax, previous && before),
        headline('Net sales', net, sales),
        ...(untaxed ? [headline('Sales without tax', untaxed.net, { ...sales, rate: 0 })] : []),
      ],
      chart: chartOf(parts, ['Sales tax'], byPart),
      table: {
        columns: [
          column('rate', 'Tax rate', 'text'),
          column('net', 'Net sales', 'amount'),
          column('tax', 'Sales tax', 'amount'),
          ...comparison(previous).map((each) => (each.key === 'previous' ? { ...each, label: 'Tax, previous period' } : each)),
        ],
        rows: [
          ...named.map(({ rate, ...each }) =>
            row(
              text(rate === 0 ? 'No rate' : `${rate / 100}%`),
              sumCell(each.net, { ...sales, rate }),
              ...compared({ ...tax, rate }, previous, each.due, each.before),
            ),
          ),
          ...(others.length > 0 ? [otherRates(others, previous !== null)] : []),
          total(text('Total'), sumCell(net, sales), ...compared(tax, previous, due, before)),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'A tax amount that was typed by hand counts under the rate that stands on its invoice.',
        'Sales tax that was paid on to a tax office is not recorded here.',
      ],
    },
  }
}
