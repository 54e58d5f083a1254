import { type CustomerRow, combineFigures, selectByCustomer } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { allTime } from '#shared/periods.ts'
import { createColumn, createHeadline, createRow, createTotal, type Row, sumCell, textCell } from './cells.ts'
import { type CustomerSums, customerCell, nameCell, readCustomers, toCustomerSums } from './customer-rows.ts'
import type { ReportBuilder } from './report-request.ts'

const maxBars = 7

export const buildCustomerReport: ReportBuilder = async (db, { range, previous, today, maxRows }) => {
  const figures = [
    { of: 'invoiced', ...range },
    { of: 'received', ...range },
    { of: 'receivable', ...allTime },
  ] as const
  const query = selectByCustomer(
    combineFigures(db.userId, figures, today),
    figures.map((_, i) => `sum(u.amount) filter (where u.col = ${i})`),
  )
  const [{ shown, isCut, totals, count }, ...before] = await Promise.all([
    readCustomers(db, query, { mostRows: maxRows, width: figures.length }),
    ...(['invoiced', 'received'] as const).map((of) => (previous ? sumFigure(db, { of, ...previous }, today) : null)),
  ])
  const toRow = (customer: CustomerSums): Row =>
    createRow(nameCell(customer), ...figures.map((figure, i) => customerCell(customer.sums[i]!, figure, customer)))
  const rows = shown.map(toRow)
  return {
    long: isCut ? [{ first: 0, end: rows.length, query, toRow: (record: CustomerRow) => toRow(toCustomerSums(record)) }] : [],
    report: {
      customer: null,
      headline: [
        createHeadline('Invoiced', totals[0]!, figures[0], before[0]),
        createHeadline('Money received', totals[1]!, figures[1], before[1]),
        createHeadline('Outstanding now', totals[2]!, figures[2]),
        { label: 'Customers', count, previous: null },
      ],
      chart: {
        isStacked: false,
        series: [
          { key: 'invoiced', label: 'Invoiced' },
          { key: 'received', label: 'Money received' },
        ],
        points: shown
          .filter(({ sums: [invoiced, received] }) => invoiced !== 0n || received !== 0n)
          .slice(0, maxBars)
          .map(({ name, sums }) => ({ label: name, from: null, to: null, values: sums.slice(0, 2) })),
      },
      table: {
        columns: [
          createColumn('customer', 'Customer', 'text'),
          createColumn('invoiced', 'Invoiced', 'amount'),
          createColumn('received', 'Money received', 'amount'),
          createColumn('outstanding', 'Outstanding now', 'amount'),
        ],
        rows: [...rows, createTotal(textCell('Total'), ...figures.map((figure, i) => sumCell(totals[i]!, figure)))],
        isCut,
      },
      notes: [
        'Invoiced: by issue date, including sales tax. Money received: payments minus refunds, by date.',
        'Outstanding: today, for any period.',
        ...(count > maxBars ? [`The chart shows the ${maxBars} largest customers.`] : []),
      ],
    },
  }
}
