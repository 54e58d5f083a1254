import { textColumns, totalColumns } from '#server/domain/documents/lists/csv-columns.ts'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { statusLabels } from '#shared/invoice-rules.ts'
import { toDecimal, zero } from '#shared/money.ts'
import { invoiceList } from './list.ts'
import { type Invoice, parseInvoices } from './read.ts'

const columns: CsvColumns<Invoice> = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => statusLabels[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Due Date', ({ dueDate }) => dueDate],
  ...totalColumns,
  ['Paid', ({ amountPaid }) => toDecimal(amountPaid)],
  // A paid invoice stays paid after a refund; the refunded amount isn't due.
  ['Balance Due', ({ status, balanceDue }) => toDecimal(status === 'paid' ? zero : balanceDue)],
  ...textColumns,
]

/** The matching invoices as a CSV file, one row each. */
export const exportInvoices = (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
  createCsvReply(user, columns, `invoices-${today}.csv`, async function* (db) {
    for await (const rows of invoiceList.all(db, query, today)) yield parseInvoices(rows)
  })
