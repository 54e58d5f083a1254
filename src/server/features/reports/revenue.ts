import { sumOf } from '#server/books/figures.ts'
import { inParts } from '#server/books/side-by-side.ts'
import { type Cents, cents, sum, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import type { MakeReport } from './asked.ts'
import { changeCell, column, headline, type Row, row, sumCell, text, total } from './cells.ts'
import { namedParts, partsTitle } from './parts.ts'

const names = ['paymentsIn', 'refundsOut', 'received'] as const

/** Money that came and went back, by the parts of the range. */
export const revenueReport: MakeReport = async (db, { range, charted, previous, today }) => {
  const parts = namedParts(charted)
  const [found, before] = await Promise.all([
    inParts(
      db,
      [
        { of: 'paymentsIn', ...range },
        { of: 'refundsOut', ...range },
      ],
      parts,
      today,
    ),
    Promise.all(names.map((of) => (previous ? sumOf(db, { of, ...previous }, today) : zero))),
  ])
  const byPart = found.map(({ sums: [came, went] }) => [came!, went!, cents(came! - went!)] as const)
  const now = names.map((_, i) => sum(byPart.map((sums) => sums[i]!)))
  const cellsOf = (sums: readonly Cents[], days: Range) => names.map((of, i) => sumCell(sums[i]!, { of, ...days }))
  const rows: Row[] = [
    ...parts.map(({ label, from, to }, i) => row(text(label), ...cellsOf(byPart[i]!, { from, to }))),
    total(text('Total'), ...cellsOf(now, range)),
  ]
  if (previous)
    rows.push(
      row(text('Previous period'), ...cellsOf(before, previous)),
      row(text('Change'), ...names.map((_, i) => changeCell(now[i]!, before[i]!))),
    )
  const figure = (i: number) => ({ of: names[i]!, ...range })
  const was = (i: number) => (previous ? before[i]! : null)
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        headline('Money received', now[2]!, figure(2), was(2)),
        headline('Payments', now[0]!, figure(0), was(0)),
        headline('Refunds', now[1]!, figure(1), was(1)),
      ],
      chart: {
        isStacked: false,
        series: [{ key: 'received', label: 'Money received' }],
        points: parts.map(({ label, from, to }, i) => ({ label, from, to, values: [byPart[i]![2]] })),
      },
      table: {
        columns: [
          column('part', partsTitle(charted), 'text'),
          column('payments', 'Payments', 'amount'),
          column('refunds', 'Refunds', 'amount'),
          column('received', 'Money received', 'amount'),
        ],
        rows,
        isCut: false,
      },
      notes: [
        'Money received is what customers paid less what went back to them, each on its own day. Sales tax and overpayments are in it.',
        'What you earned, without sales tax, is in Profit & Loss.',
      ],
    },
  }
}
