import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { estimateSorts, ListedEstimateWire } from '#shared/contract/estimates.ts'
import type { Sort } from '#shared/contract/lists.ts'
import { type EstimateStatus, estimateStatuses, estimateStatusLabels } from '#shared/estimate-rules.ts'
import { parseCents, sum, toDecimal } from '#shared/money.ts'
import type { ListSource } from '#web/entity/entity.ts'
import { call, callPage } from '#web/lib/api/client.ts'

type Order = Sort<(typeof estimateSorts)[number]>

/** The source of the page's cards. */
export const estimateList: ListSource<ListedEstimateWire> = {
  path: apiPaths.estimates,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(estimateEndpoints.list, {
      query: { search, sort: sort as Order, status: filter.status as EstimateStatus | undefined, short: 'true', limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) =>
    call(estimateEndpoints.summary, { query: { search, status: filter.status as EstimateStatus | undefined }, signal }),
  summarize: (rows) => ({ count: rows.length, total: toDecimal(sum(rows.map(({ total }) => parseCents(total)))) }),
  searchIn: ({ estimateNumber, customer }) => [estimateNumber, customer.name, customer.company],
}

/** The sort orders and statuses allowed in the URL; the first order is the default. */
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
  filters: { status: (value: string) => estimateStatuses.some((status) => status === value) },
}

/** The options of the status filter, in order; '' is all. */
export const statusFilters: readonly (readonly [value: EstimateStatus | '', words: string])[] = [
  ['', 'All Statuses'],
  ...estimateStatuses.map((status) => [status, estimateStatusLabels[status]] as const),
]
