import { sumColumns, wordColumns } from '#server/papers/export.ts'
import type { Which } from '#server/papers/find.ts'
import { type Columns, csvFile } from '#server/platform/csv.ts'
import type { ListQuery } from '#server/platform/db/lists.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { statusWords } from '#shared/invoice-rules.ts'
import { toDecimal, zero } from '#shared/money.ts'
import { invoices } from './list.ts'
import { asInvoices, type Invoice } from './read.ts'

const columns: Columns<Invoice> = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => statusWords[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Due Date', ({ dueDate }) => dueDate],
  ...sumColumns,
  ['Paid', ({ amountPaid }) => toDecimal(amountPaid)],
  // A refund leaves a paid invoice paid: nobody asks for what went back.
  ['Balance Due', ({ status, balanceDue }) => toDecimal(status === 'paid' ? zero : balanceDue)],
  ...wordColumns,
]

/** The invoices that match as a CSV file, a row each. */
export const exportInvoices = (user: Caller, query: ListQuery & Which, today: Day): Promise<FileReply> =>
  csvFile(user, columns, `invoices-${today}.csv`, async function* (db) {
    for await (const rows of invoices.all(db, query, today)) yield asInvoices(rows)
  })
