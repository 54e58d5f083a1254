import { csvFile } from '#server/platform/csv.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { statusWords } from '#shared/invoice-rules.ts'
import { toDecimal } from '#shared/money.ts'
import type { Invoice } from './read.ts'

const columns: [string, (invoice: Invoice) => string | null][] = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => statusWords[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Due Date', ({ dueDate }) => dueDate],
  ['Subtotal', ({ subtotal }) => toDecimal(subtotal)],
  ['Tax Rate', ({ taxRate }) => toDecimal(taxRate)],
  ['Tax Amount', ({ taxAmount }) => toDecimal(taxAmount)],
  ['Total', ({ total }) => toDecimal(total)],
  ['Paid', ({ amountPaid }) => toDecimal(amountPaid)],
  ['Balance Due', ({ balanceDue }) => toDecimal(balanceDue)],
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

/** Invoices as a CSV file, a row each. */
export const invoicesCsv = (invoices: readonly Invoice[], today: Day): FileReply =>
  csvFile(
    columns.map(([name]) => name),
    invoices.map((invoice) => columns.map(([, cell]) => cell(invoice))),
    `invoices-${today}.csv`,
  )
