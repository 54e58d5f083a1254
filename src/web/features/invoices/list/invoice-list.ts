import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { invoiceSorts, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Sort } from '#shared/contract/lists.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'
import { parseAmount, scale, sum, toDecimal } from '#shared/money.ts'
import type { ListQuery, ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof invoiceSorts)[number]>

/** The page's search and filters as the calls take them. */
const toQuery = (search: string, { status, from, to }: ListQuery['filter']) => ({
  search,
  status: status as InvoiceStatus | undefined,
  from: from as Day | undefined,
  to: to as Day | undefined,
})

/** The balance due in the currency of the business: its part of the home total. */
const toHomeDue = ({ currency, total, homeTotal, rateSource, balanceDue }: ListedInvoiceWire) =>
  rateSource === null || Number(total) === 0
    ? parseAmount(balanceDue)
    : scale(parseAmount(homeTotal ?? '0'), parseAmount(balanceDue), parseAmount(total), currency)

/** The source of the page's rows. Drafts and paid invoices, refunded or not, have no balance due. */
export const invoiceList: ListSource<ListedInvoiceWire> = {
  path: apiPaths.invoices,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(invoiceEndpoints.list, {
      query: { ...toQuery(search, filter), sort: sort as Order, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) => call(invoiceEndpoints.summary, { query: toQuery(search, filter), signal }),
  summarize: (rows) => ({
    count: rows.length,
    total: toDecimal(sum(rows.map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
    balanceDue: toDecimal(sum(rows.filter(({ status }) => status === 'sent' || status === 'overdue').map(toHomeDue))),
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
  filters: { status: (value: string) => invoiceStatuses.some((status) => status === value), from: isDay, to: isDay },
}

/** The options of the status filter, in order; '' is all. */
export const statusFilters: readonly (readonly [value: InvoiceStatus | '', words: string])[] = [
  ['', 'All Invoices'],
  ['draft', 'Draft'],
  ['sent', 'Sent'],
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
]
