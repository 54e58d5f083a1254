import { bucketOf } from '#server/books/contributions.ts'
import { sumOf } from '#server/books/figures.ts'
import { byCustomer, type CustomerRow, together } from '#server/books/side-by-side.ts'
import { showDay } from '#shared/dates.ts'
import { type Cents, cents } from '#shared/money.ts'
import { everything } from '#shared/periods.ts'
import { ageBuckets, ageWords } from '#shared/reports.ts'
import type { MakeReport } from './asked.ts'
import { column, empty, headline, plain, type Row, row, sumCell, text, total } from './cells.ts'
import { type Customer, customerCell, customerOf, nameCell, readCustomers } from './customers.ts'
import { share } from './expenses.ts'
import { asOf } from './tie.ts'

/** What each customer owes at the end of the range's last day, by how late it is; the largest first. */
export const receivablesReport: MakeReport = async (db, { range, previous, today, mostRows }) => {
  const figure = { of: 'receivable', ...asOf(range.to) } as const
  const query = byCustomer(together(db.userId, [figure], today), [
    'sum(u.amount)',
    ...ageBuckets.map((bucket) => `sum(u.amount) filter (where ${bucketOf('u.day')} = '${bucket}')`),
  ])
  const [{ shown, isCut, totals }, before, outstanding] = await Promise.all([
    readCustomers(db, query, { mostRows, width: ageBuckets.length + 1 }),
    previous ? sumOf(db, { ...figure, ...asOf(previous.to) }, today) : null,
    range.to >= today ? sumOf(db, { of: 'receivable', ...everything }, today) : null,
  ])
  const [open, ...byAge] = totals
  const figures = [...ageBuckets.map((bucket) => ({ ...figure, bucket })), figure]
  const rowOf = (customer: Customer): Row => {
    const [all, ...ages] = customer.sums
    return row(nameCell(customer), ...[...ages, all!].map((amount, i) => customerCell(amount, figures[i]!, customer)))
  }
  const rows = shown.map(rowOf)
  const blanks = ageBuckets.map(() => empty)
  const after = (now: Cents): Row[] => [
    row(text(`Invoices and payments dated after ${showDay(range.to)}`), ...blanks, plain(cents(now - open!))),
    total(text('Outstanding'), ...blanks, sumCell(now, { of: 'receivable', ...everything })),
  ]
  return {
    long: isCut ? { first: 0, end: rows.length, query, rowOf: (record: CustomerRow) => rowOf(customerOf(record)) } : null,
    report: {
      customer: null,
      headline: [
        headline('Owed by customers', open!, figure, before),
        ...ageBuckets.map((bucket, i) => headline(ageWords[bucket], byAge[i]!, { ...figure, bucket })),
      ],
      chart: {
        isStacked: false,
        series: [{ key: 'open', label: 'Owed' }],
        points: ageBuckets.map((bucket, i) => ({ label: ageWords[bucket], from: null, to: null, values: [byAge[i]!] })),
      },
      table: {
        columns: [
          column('customer', 'Customer', 'text'),
          ...ageBuckets.map((bucket) => column(bucket, ageWords[bucket], 'amount')),
          column('total', 'Total', 'amount'),
        ],
        rows: [
          ...rows,
          total(text('Total'), ...[...byAge, open!].map((amount, i) => sumCell(amount, figures[i]!))),
          row(text('Share'), ...[...byAge, open!].map((amount) => text(share(amount, open!)))),
          ...(outstanding === null || outstanding === open ? [] : after(outstanding)),
        ],
        isCut,
      },
      notes: [
        `What customers owed at the end of ${showDay(range.to)}, by how many days the due date was over then. Current is not due yet.`,
        ...(range.to < today ? ['What is owed today is on the dashboard as Outstanding.'] : []),
      ],
    },
  }
}
