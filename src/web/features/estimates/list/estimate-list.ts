import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { estimateSorts, ListedEstimateWire } from '#shared/contract/estimates.ts'
import type { Sort } from '#shared/contract/lists.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { type EstimateStatus, estimateStatuses, estimateStatusLabels } from '#shared/estimate-rules.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import type { ListQuery, ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof estimateSorts)[number]>

const toQuery = (search: string, { status, from, to }: ListQuery['filter']) => ({
  search,
  status: status as EstimateStatus | undefined,
  from: from as Day | undefined,
  to: to as Day | undefined,
})

export const estimateList: ListSource<ListedEstimateWire> = {
  path: apiPaths.estimates,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(estimateEndpoints.list, {
      query: { ...toQuery(search, filter), sort: sort as Order, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) => call(estimateEndpoints.summary, { query: toQuery(search, filter), signal }),
  summarize: (rows) => ({
    count: rows.length,
    total: toDecimal(addUp(rows.map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
    withoutRate: rows.filter(({ homeTotal }) => homeTotal === null).length,
  }),
  searchIn: ({ estimateNumber, customer }) => [estimateNumber, customer.name, customer.company],
}

/** The first order is the default. */
export const estimateOffers = {
  sorts: [
    { value: '-issueDate', label: 'Newest first' },
    { value: 'issueDate', label: 'Oldest first' },
    { value: 'expiryDate', label: 'Expires first' },
    { value: '-expiryDate', label: 'Expires last' },
    { value: 'estimateNumber', label: 'Number (lowest first)' },
    { value: '-estimateNumber', label: 'Number (highest first)' },
    { value: 'customer', label: 'Customer A–Z' },
    { value: '-customer', label: 'Customer Z–A' },
    { value: '-total', label: 'Largest amount' },
    { value: 'total', label: 'Smallest amount' },
  ] satisfies { value: Order; label: string }[],
  filters: { status: (value: string) => estimateStatuses.some((status) => status === value), from: isDay, to: isDay },
}

export const statusFilters: readonly (readonly [value: EstimateStatus | '', words: string])[] = [
  ['', 'All Statuses'],
  ...estimateStatuses.map((status) => [status, estimateStatusLabels[status]] as const),
]
