import type { InvoiceWire } from '#shared/api/invoices.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'

export type StatusFilter = InvoiceStatus | 'all'

/** What the status filter offers, in order. */
export const statusFilters: readonly (readonly [StatusFilter, string])[] = [
  ['all', 'All Invoices'],
  ['draft', 'Draft'],
  ['sent', 'Sent'],
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
]

/** A filter from the address; anything unknown means all. */
export const readStatus = (text: string | null): StatusFilter => invoiceStatuses.find((status) => status === text) ?? 'all'

type Listed = Pick<InvoiceWire, 'id' | 'issueDate' | 'status' | 'invoiceNumber' | 'customer'>

/** The invoices that a status and a text (in number or customer name, whatever its case) leave over, newest first. */
export const shownInvoices = <I extends Listed>(invoices: readonly I[], status: StatusFilter, search: string): I[] => {
  const text = search.trim().toLowerCase()
  return invoices
    .filter((invoice) => status === 'all' || invoice.status === status)
    .filter(({ invoiceNumber, customer }) => [invoiceNumber, customer.name].some((field) => field.toLowerCase().includes(text)))
    .sort((a, b) => (a.issueDate === b.issueDate ? b.id - a.id : a.issueDate < b.issueDate ? 1 : -1))
}
