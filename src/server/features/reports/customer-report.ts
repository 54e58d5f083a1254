import { sumOf } from '#server/books/figures.ts'
import { byCustomer, type CustomerRow, together } from '#server/books/side-by-side.ts'
import { everything } from '#shared/periods.ts'
import type { MakeReport } from './asked.ts'
import { column, headline, type Row, row, sumCell, text, total } from './cells.ts'
import { type Customer, customerCell, customerOf, nameCell, readCustomers } from './customers.ts'

/** So many customers have bars in the chart. */
const mostBars = 7

/** What each customer was invoiced and paid in the range, and what he owes now; the largest first. */
export const customerReport: MakeReport = async (db, { range, previous, today, mostRows }) => {
  const figures = [
    { of: 'invoiced', ...range },
    { of: 'received', ...range },
    { of: 'receivable', ...everything },
  ] as const
  const query = byCustomer(
    together(db.userId, figures, today),
    figures.map((_, i) => `sum(u.amount) filter (where u.col = ${i})`),
  )
  const [{ shown, isCut, totals, count }, ...before] = await Promise.all([
    readCustomers(db, query, { mostRows, width: figures.length }),
    ...(['invoiced', 'received'] as const).map((of) => (previous ? sumOf(db, { of, ...previous }, today) : null)),
  ])
  const rowOf = (customer: Customer): Row =>
    row(nameCell(customer), ...figures.map((figure, i) => customerCell(customer.sums[i]!, figure, customer)))
  const rows = shown.map(rowOf)
  return {
    long: isCut ? { first: 0, end: rows.length, query, rowOf: (record: CustomerRow) => rowOf(customerOf(record)) } : null,
    report: {
      customer: null,
      headline: [
        headline('Invoiced', totals[0]!, figures[0], before[0]),
        headline('Money received', totals[1]!, figures[1], before[1]),
        headline('Outstanding now', totals[2]!, figures[2]),
        { label: 'Customers', count, previous: null },
      ],
      chart: {
        isStacked: false,
        series: [
          { key: 'invoiced', label: 'Invoiced' },
          { key: 'received', label: 'Money received' },
        ],
        points: shown
          .filter(({ sums: [invoiced, received] }) => invoiced !== 0 || received !== 0)
          .slice(0, mostBars)
          .map(({ name, sums }) => ({ label: name, from: null, to: null, values: sums.slice(0, 2) })),
      },
      table: {
        columns: [
          column('customer', 'Customer', 'text'),
          column('invoiced', 'Invoiced', 'amount'),
          column('received', 'Money received', 'amount'),
          column('outstanding', 'Outstanding now', 'amount'),
        ],
        rows: [...rows, total(text('Total'), ...figures.map((figure, i) => sumCell(totals[i]!, figure)))],
        isCut,
      },
      notes: [
        'Invoiced counts invoices by their issue date, sales tax included; money received counts payments less refunds on their own day.',
        'Outstanding is what is asked for now, whatever the period is.',
        ...(count > mostBars ? [`The chart shows the ${mostBars} largest customers.`] : []),
      ],
    },
  }
}
