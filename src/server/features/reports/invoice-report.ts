import { groupsOf, inParts } from '#server/books/side-by-side.ts'
import { type InvoiceStatus, statusWords } from '#shared/invoice-rules.ts'
import { sum, zero } from '#shared/money.ts'
import type { MakeReport } from './asked.ts'
import { column, compared, comparison, count, empty, heading, headline, row, subtotal, sumCell, text, total } from './cells.ts'
import { chartOf } from './chart.ts'
import { namedParts, partsTitle } from './parts.ts'

/** Those that invoices in the books can have. */
const statuses: readonly InvoiceStatus[] = ['paid', 'sent', 'overdue']

/** Invoices that were issued in the range: as they stand today, and by the parts of the range. */
export const invoiceReport: MakeReport = async (db, { range, charted, previous, today }) => {
  const figure = { of: 'invoiced', ...range } as const
  const parts = namedParts(charted)
  const [byPart, groups] = await Promise.all([
    inParts(db, [figure], parts, today),
    groupsOf(db, previous ? [figure, { ...figure, ...previous }] : [figure], 'status', today),
  ])
  const byStatus = statuses.map((status) => {
    const found = groups.find(({ key }) => key === status)
    return { status, count: found?.counts[0] ?? 0, now: found?.sums[0] ?? zero, before: found?.sums[1] ?? zero }
  })
  const issued = byStatus.reduce((all, each) => all + each.count, 0)
  const [now, before] = [sum(byStatus.map((each) => each.now)), sum(byStatus.map((each) => each.before))]
  const columns = [
    column('name', 'Invoices', 'text'),
    column('count', 'Number', 'count'),
    column('amount', 'This period', 'amount'),
    ...comparison(previous),
  ]
  const all = [count(issued), ...compared(figure, previous, now, before)]
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        headline('Invoiced', now, figure, previous && before),
        { label: 'Invoices issued', count: issued, previous: null },
        ...byStatus.map((each) =>
          headline(statusWords[each.status], each.now, { ...figure, status: each.status }, previous && each.before),
        ),
      ],
      chart: chartOf(parts, ['Invoiced'], byPart),
      table: {
        columns,
        rows: [
          heading('By status, as they stand today', columns.length),
          ...byStatus.map((each) =>
            row(
              text(statusWords[each.status]),
              count(each.count),
              ...compared({ ...figure, status: each.status }, previous, each.now, each.before),
            ),
          ),
          subtotal(text('All invoices'), ...all),
          heading(`By ${partsTitle(charted).toLowerCase()} of issue`, columns.length),
          ...parts.map(({ label, from, to }, i) =>
            row(
              text(label),
              count(byPart[i]!.counts[0]!),
              sumCell(byPart[i]!.sums[0]!, { ...figure, from, to }),
              ...(previous ? [empty, empty] : []),
            ),
          ),
          total(text('Total'), ...all),
        ],
        isCut: false,
      },
      notes: ['Invoices count by their issue date, with their sales tax. Drafts and deleted invoices are left out.'],
    },
  }
}
