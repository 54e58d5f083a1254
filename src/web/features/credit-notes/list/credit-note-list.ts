import type { creditNoteSorts, ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { Sort } from '#shared/contract/lists.ts'
import { type CreditNoteStatus, creditNoteStatuses, creditNoteStatusLabels } from '#shared/credit-note-rules.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import type { ListQuery, ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof creditNoteSorts)[number]>

const toQuery = (search: string, { status, from, to }: ListQuery['filter']) => ({
  search,
  status: status as CreditNoteStatus | undefined,
  from: from as Day | undefined,
  to: to as Day | undefined,
})

export const creditNoteList: ListSource<ListedCreditNoteWire> = {
  path: apiPaths['credit-notes'],
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(creditNoteEndpoints.list, {
      query: { ...toQuery(search, filter), sort: sort as Order, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) => call(creditNoteEndpoints.summary, { query: toQuery(search, filter), signal }),
  summarize: (rows) => ({
    count: rows.length,
    total: toDecimal(addUp(rows.map(({ status, homeTotal }) => parseAmount(status === 'voided' ? '0' : (homeTotal ?? '0'))))),
    withoutRate: 0,
  }),
  searchIn: ({ creditNoteNumber, customer, invoice }) => [creditNoteNumber, customer.name, invoice?.invoiceNumber ?? ''],
}

/** The first order is the default. */
export const creditNoteOffers = {
  sorts: [
    { value: '-issueDate', label: 'Newest first' },
    { value: 'issueDate', label: 'Oldest first' },
    { value: 'creditNoteNumber', label: 'Number (lowest first)' },
    { value: '-creditNoteNumber', label: 'Number (highest first)' },
    { value: 'customer', label: 'Customer A–Z' },
    { value: '-customer', label: 'Customer Z–A' },
    { value: '-total', label: 'Largest amount' },
    { value: 'total', label: 'Smallest amount' },
  ] satisfies { value: Order; label: string }[],
  filters: { status: (value: string) => creditNoteStatuses.some((status) => status === value), from: isDay, to: isDay },
}

export const statusFilters: readonly (readonly [value: CreditNoteStatus | '', words: string])[] = [
  ['', 'All Statuses'],
  ...creditNoteStatuses.map((status) => [status, creditNoteStatusLabels[status]] as const),
]
