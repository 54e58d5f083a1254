import { type Columns, papersCsv, sumColumns, wordColumns } from '#server/papers/export.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { statusWords } from '#shared/invoice-rules.ts'
import { toDecimal, zero } from '#shared/money.ts'
import type { Invoice } from './read.ts'

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

/** Invoices as a CSV file, a row each. */
export const invoicesCsv = (invoices: readonly Invoice[], today: Day): FileReply => papersCsv(columns, invoices, `invoices-${today}.csv`)
