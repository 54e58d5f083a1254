import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { ListQuery, ListSource, ListSummary } from './entity.ts'

const pageSize = 60
const typingPauseMs = 150

export type EntityListState<Row> = {
  rows: Row[] | undefined
  error: Error | null
  retry: () => void
  summary: ListSummary | undefined
  /** The rows shown belong to the previous search. */
  searching: boolean
  more: { fetch: () => void; fetching: boolean; failed: boolean } | undefined
}

/** A short list is searched in the browser; of a long one the server searches by the same rules and computes the totals. */
export const useEntityList = <Row extends { id: number }>(
  entity: ListSource<Row>,
  { search, sort, filter }: ListQuery,
): EntityListState<Row> => {
  const home = useHomeCurrency()
  const text = useDeferredValue(search.trim().toLowerCase())
  const all = usePages(entity, { search: '', sort, filter }, true)
  const isComplete = all.data !== undefined && !all.hasNextPage
  const debounced = useDebounced(text, typingPauseMs)
  const onServer = all.data !== undefined && !isComplete && text !== ''
  const found = usePages(entity, { search: debounced, sort, filter }, onServer && debounced !== '')
  const pages = onServer && found.data ? found : all
  // A page opened with a search in its URL shows no other rows while that search loads.
  const [initialText] = useState(text)
  const isLoadingInitial = onServer && !found.data && text === initialText

  const loaded = pages.data?.pages.flatMap((page) => page.rows)
  const rows =
    isComplete && text ? loaded?.filter((row) => entity.searchIn(row).some((field) => field?.toLowerCase().includes(text))) : loaded
  const counted = useQuery({
    queryKey: [entity.path, 'summary', onServer ? debounced : '', filter],
    queryFn: entity.summary ? ({ signal }) => entity.summary!({ search: onServer ? debounced : '', filter }, signal) : skipToken,
    enabled: all.data !== undefined && !isComplete,
    placeholderData: keepPreviousData,
  })
  const failed = onServer ? found : all
  return {
    rows: isLoadingInitial || (onServer && !found.data && found.isError) ? undefined : rows,
    error: failed.isError && !failed.data ? failed.error : null,
    retry: () => void failed.refetch(),
    summary: isComplete || (!entity.summary && !pages.hasNextPage) ? rows && entity.summarize(rows, home) : counted.data,
    searching: onServer && (debounced !== text || found.isPlaceholderData || found.isPending),
    more: pages.hasNextPage
      ? { fetch: () => void pages.fetchNextPage(), fetching: pages.isFetchingNextPage, failed: pages.isFetchNextPageError }
      : undefined,
  }
}

const usePages = <Row extends { id: number }>(entity: ListSource<Row>, { search, sort, filter }: ListQuery, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [entity.path, 'rows', search, sort, filter],
    queryFn: ({ pageParam, signal }) => entity.list({ search, sort, filter, limit: pageSize, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  })
