import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { invoiceSorts, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Sort } from '#shared/contract/lists.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'
import { addUp, parseAmount, scale, toAmount, toDecimal } from '#shared/money.ts'
import type { ListQuery, ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof invoiceSorts)[number]>

const toQuery = (search: string, { status, from, to }: ListQuery['filter']) => ({
  search,
  status: status as InvoiceStatus | undefined,
  from: from as Day | undefined,
  to: to as Day | undefined,
})

/** The balance due in the currency of the business: its part of the home total. */
const toHomeDue = ({ total, homeTotal, rateSource, balanceDue }: ListedInvoiceWire, home: Currency) => {
  const [due, whole, atHome] = [parseAmount(balanceDue), parseAmount(total), parseAmount(homeTotal ?? '0')]
  // What is left after the payments' share of the home total is rounded, as in the books.
  return rateSource === null || whole === 0 ? due : toAmount(atHome - scale(atHome, whole - due, whole, home))
}

/** Drafts and paid invoices, refunded or not, have no balance due. */
export const invoiceList: ListSource<ListedInvoiceWire> = {
  path: apiPaths.invoices,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(invoiceEndpoints.list, {
      query: { ...toQuery(search, filter), sort: sort as Order, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) => call(invoiceEndpoints.summary, { query: toQuery(search, filter), signal }),
  summarize: (rows, home) => ({
    count: rows.length,
    total: toDecimal(addUp(rows.map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
    balanceDue: toDecimal(addUp(rows.filter(({ status }) => status === 'sent' || status === 'overdue').map((row) => toHomeDue(row, home)))),
    withoutRate: rows.filter(({ homeTotal }) => homeTotal === null).length,
  }),
  searchIn: ({ invoiceNumber, customer }) => [invoiceNumber, customer.name],
}

/** The first order is the default. */
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

export const statusFilters: readonly (readonly [value: InvoiceStatus | '', words: string])[] = [
  ['', 'All Invoices'],
  ['draft', 'Draft'],
  ['sent', 'Sent'],
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
]
