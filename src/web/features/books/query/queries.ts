import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { JournalFormat } from '#shared/books.ts'
import type { BooksHealthWire } from '#shared/contract/books.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import type { Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { call, callPage, getEndpointUrl } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import type { BooksView } from './books-params.ts'

/** The first part of all query keys: every change of a document or a closing makes them stale. */
const root = apiPaths.books
const pageSize = 50

type EntryFilters = Pick<BooksView, 'basis' | 'from' | 'to' | 'kind' | 'account' | 'search'>

/** The rows of the previous filters stay visible while the next ones load. */
export const entriesQuery = (filters: EntryFilters) =>
  infiniteQueryOptions({
    queryKey: [root, 'entries', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, account: filters.account ?? '', limit: pageSize, after: pageParam }
      return callPage(booksEndpoints.entries, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: [root, 'entry', id],
    queryFn: ({ signal }) => call(booksEndpoints.entry, { params: { entry: String(id) }, signal }),
  })

type AccountRequest = { number: number } & Pick<BooksView, 'basis' | 'from' | 'to'>

export const accountQuery = ({ number, ...days }: AccountRequest, isWanted: boolean) =>
  infiniteQueryOptions({
    queryKey: [root, 'account', number, days],
    queryFn: ({ pageParam, signal }) =>
      call(booksEndpoints.account, { params: { account: String(number) }, query: { ...days, limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Rows of another account must not be shown under this one's name.
    placeholderData: (before, query) => (query?.queryKey[2] === number ? before : undefined),
    enabled: isWanted,
  })

export const balancesQuery = ({ basis, day }: Pick<BooksView, 'basis' | 'day'>) =>
  queryOptions({
    queryKey: [root, 'balances', basis, day],
    queryFn: ({ signal }) => call(booksEndpoints.balances, { query: { basis, day }, signal }),
    placeholderData: keepPreviousData,
  })

export const closingsQuery = queryOptions({
  queryKey: [root, 'closings'],
  queryFn: ({ signal }) => call(booksEndpoints.closings, { signal }),
})

export const closingPreviewQuery = (throughDay: string) =>
  queryOptions({
    queryKey: [root, 'closing-preview', throughDay],
    queryFn: ({ signal }) => call(booksEndpoints.closingPreview, { query: { throughDay }, signal }),
  })

export const openingBalancesQuery = infiniteQueryOptions({
  queryKey: [root, 'opening-balances'],
  queryFn: ({ pageParam, signal }) => callPage(booksEndpoints.openingBalances, { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
})

export const refreshClosings = (client: QueryClient): Promise<unknown> => client.invalidateQueries({ queryKey: [root] })

/** An opening balance is an invoice and an entry of the journal. */
export const refreshOpeningBalances = () =>
  refreshPaths([root, apiPaths.invoices, apiPaths.customers, apiPaths.dashboard, apiPaths.reports])

/** An entry by hand changes profit as well. */
export const refreshManualEntries = () => refreshPaths([root, apiPaths.dashboard, apiPaths.reports])

export type IntegrityReport = BooksHealthWire

/** Takes seconds for large accounts. */
export const checkIntegrity = (): Promise<IntegrityReport> => call(booksEndpoints.health, {})

export const journalUrl = ({ format, basis, range }: { format: JournalFormat; basis: Basis; range: Range | null }): string =>
  getEndpointUrl(booksEndpoints.journal, { query: { format, basis, from: range?.from, to: range?.to } })
