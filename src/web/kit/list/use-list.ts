import {
  type InfiniteData,
  keepPreviousData,
  skipToken,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Currency } from '#shared/currencies.ts'
import type { Page } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'

const pageSize = 60
const typingPauseMs = 150

/** `filter` holds query parameters of the list call. */
export type ListQuery = { search: string; sort: string; filter: Readonly<Record<string, string>> }
export type ListSummary = {
  count: number
  total?: string
  balanceDue?: string
  /** How many documents have no exchange rate, so that they aren't in the sums. */
  withoutRate?: number
  byStatus?: readonly SumsOfStatus[]
}
/** Whatever status the list is filtered by. */
export type SumsOfStatus = { status: string; count: number; total: string; balanceDue?: string }

export type ListSource<Row extends { id: number }> = {
  /** '/export' below it returns a file. */
  path: `/api/${string}`
  list: (ask: ListQuery & { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  /** Counts on the server. Without it only fully loaded lists are counted. */
  summary?: (ask: Pick<ListQuery, 'search' | 'filter'>, signal: AbortSignal) => Promise<ListSummary>
  /** For rows that are all loaded. */
  summarize: (rows: readonly Row[], home: Currency) => ListSummary
  /** The server searches the same fields. */
  searchIn: (row: Row) => readonly (string | null)[]
}

export type List<Row> = {
  rows: readonly Row[] | undefined
  error: Error | null
  retry: () => void
  summary?: ListSummary | undefined
  /** The rows shown belong to the previous search. */
  searching: boolean
  /** `asScrolled`: the end of the list coming into view asks for them. */
  more: { fetch: () => void; fetching: boolean; failed: boolean; asScrolled: boolean } | undefined
}

/** '1 user', '1,204 users' */
export const formatCount = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

type Pages<Row> = UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>

/** What was loaded of a list that is read page by page. */
export const toList = <Row>(pages: Pages<Row>, asScrolled = false): List<Row> => ({
  rows: pages.data?.pages.flatMap((page) => page.rows),
  error: pages.data ? null : pages.error,
  retry: () => void pages.refetch(),
  searching: pages.isPlaceholderData,
  more: pages.hasNextPage
    ? { fetch: () => void pages.fetchNextPage(), fetching: pages.isFetchingNextPage, failed: pages.isFetchNextPageError, asScrolled }
    : undefined,
})

/** A short list is searched in the browser; of a long one the server searches by the same rules and computes the totals. */
export const useList = <Row extends { id: number }>(source: ListSource<Row>, { search, sort, filter }: ListQuery): List<Row> => {
  const home = useHomeCurrency()
  const text = useDeferredValue(search.trim().toLowerCase())
  const all = usePages(source, { search: '', sort, filter }, true)
  const isComplete = all.data !== undefined && !all.hasNextPage
  const debounced = useDebounced(text, typingPauseMs)
  const onServer = all.data !== undefined && !isComplete && text !== ''
  const found = usePages(source, { search: debounced, sort, filter }, onServer && debounced !== '')
  const pages = onServer && found.data ? found : all
  // A page opened with a search in its URL shows no other rows while that search loads.
  const [initialText] = useState(text)
  const isLoadingInitial = onServer && !found.data && text === initialText

  const { rows: loaded, more } = toList<Row>(pages, true)
  const rows =
    isComplete && text ? loaded?.filter((row) => source.searchIn(row).some((field) => field?.toLowerCase().includes(text))) : loaded
  const counted = useQuery({
    queryKey: [source.path, 'summary', onServer ? debounced : '', filter],
    queryFn: source.summary ? ({ signal }) => source.summary!({ search: onServer ? debounced : '', filter }, signal) : skipToken,
    enabled: all.data !== undefined && !isComplete,
    placeholderData: keepPreviousData,
  })
  const { error, retry } = toList(onServer ? found : all)
  return {
    rows: isLoadingInitial || (onServer && !found.data && found.isError) ? undefined : rows,
    error,
    retry,
    summary: isComplete || (!source.summary && !pages.hasNextPage) ? rows && source.summarize(rows, home) : counted.data,
    searching: onServer && (debounced !== text || found.isPlaceholderData || found.isPending),
    more,
  }
}

const usePages = <Row extends { id: number }>(source: ListSource<Row>, { search, sort, filter }: ListQuery, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [source.path, 'rows', search, sort, filter],
    queryFn: ({ pageParam, signal }) => source.list({ search, sort, filter, limit: pageSize, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  })

/** How a list may be sorted and filtered; its URL says how it is. */
export type ListChoices = {
  /** The first is the default. */
  sorts: readonly { value: string; label: string }[]
  /** By URL parameter, with a validator each; other parameters are ignored. */
  filters?: Readonly<Record<string, (value: string) => boolean>>
}

export const useListUrl = ({ sorts, filters = {} }: ListChoices) => {
  const [params, setParams] = useSearchParams()
  const defaultSort = sorts[0]!.value
  const sort = params.get('sort') ?? ''
  const filter = Object.fromEntries([...params].filter(([name, value]) => value && filters[name]?.(value)))
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes))
          if (value && !(name === 'sort' && value === defaultSort)) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  const search = params.get('search') ?? ''
  return {
    search,
    sort: sorts.some(({ value }) => value === sort) ? sort : defaultSort,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    isSearched: search.trim() !== '',
    set,
    clear: () => setParams((now) => new URLSearchParams([...now].filter(([name]) => name === 'sort')), { replace: true }),
  }
}
export type ListUrl = ReturnType<typeof useListUrl>
