import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { invoiceSorts, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Sort } from '#shared/contract/lists.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'
import { parseCents, sum, toDecimal } from '#shared/money.ts'
import type { ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof invoiceSorts)[number]>

/** The source of the page's rows. Drafts and paid invoices, refunded or not, have no balance due. */
export const invoiceList: ListSource<ListedInvoiceWire> = {
  path: apiPaths.invoices,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(invoiceEndpoints.list, {
      query: { search, sort: sort as Order, status: filter.status as InvoiceStatus | undefined, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) =>
    call(invoiceEndpoints.summary, { query: { search, status: filter.status as InvoiceStatus | undefined }, signal }),
  summarize: (rows) => ({
    count: rows.length,
    total: toDecimal(sum(rows.map(({ total }) => parseCents(total)))),
    balanceDue: toDecimal(
      sum(rows.filter(({ status }) => status === 'sent' || status === 'overdue').map(({ balanceDue }) => parseCents(balanceDue))),
    ),
  }),
  searchIn: ({ invoiceNumber, customer }) => [invoiceNumber, customer.name],
}

/** The sort orders and statuses allowed in the URL; the first order is the default. */
export const invoiceOffers = {
  sorts: [
    { value: '-issueDate', label: 'Newest first' },
    { value: 'issueDate', label: 'Oldest first' },
    { value: 'dueDate', label: 'Due first' },
    { value: '-dueDate', label: 'Due last' },
    { value: 'invoiceNumber', label: 'Number (lowest first)' },
    { value: '-invoiceNumber', label: 'Number (highest first)' },
    { value: 'customer', label: 'Customer A–Z' },
    { value: '-customer', label: 'Customer Z–A' },
    { value: '-total', label: 'Largest amount' },
    { value: 'total', label: 'Smallest amount' },
  ] satisfies { value: Order; label: string }[],
  filters: { status: (value: string) => invoiceStatuses.some((status) => status === value) },
}

/** The options of the status filter, in order; '' is all. */
export const statusFilters: readonly (readonly [value: InvoiceStatus | '', words: string])[] = [
  ['', 'All Invoices'],
  ['draft', 'Draft'],
  ['sent', 'Sent'],
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
]
