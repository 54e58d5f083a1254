import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { ListQuery, ListSource, ListSummary } from './entity.ts'

/** Rows fetched and drawn at a time. */
const pageSize = 60
const typingPauseMs = 150

export type EntityListState<Row> = {
  /** The rows to draw; undefined until the first are here. */
  rows: Row[] | undefined
  error: Error | null
  retry: () => void
  /** How many match in all, and what they come to; undefined until it is known. */
  summary: ListSummary | undefined
  /** What is shown still belongs to the search before. */
  searching: boolean
  more: { fetch: () => void; fetching: boolean; failed: boolean } | undefined
}

/**
 * A list that is short is here as a whole, and searched here as one types. Of a long one only pages are here: then the server searches, by the
 * same rule, and adds up what isn't here.
 */
export const useEntityList = <Row extends { id: number }>(
  entity: ListSource<Row>,
  { search, sort, filter }: ListQuery,
): EntityListState<Row> => {
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const whole = usePages(entity, { search: '', sort, filter }, true)
  const isWhole = whole.data !== undefined && !whole.hasNextPage
  const asked = usePause(wanted)
  const onServer = whole.data !== undefined && !isWhole && wanted !== ''
  const found = usePages(entity, { search: asked, sort, filter }, onServer && asked !== '')
  const pages = onServer && found.data ? found : whole
  // Who comes with a search in the address has asked for these rows only, and gets no others to look at in the meantime.
  const [cameWith] = useState(wanted)
  const isComing = onServer && !found.data && wanted === cameWith

  const loaded = pages.data?.pages.flatMap((page) => page.rows)
  const rows =
    isWhole && wanted ? loaded?.filter((row) => entity.searchIn(row).some((text) => text?.toLowerCase().includes(wanted))) : loaded
  const counted = useQuery({
    queryKey: [entity.path, 'summary', onServer ? asked : '', filter],
    queryFn: entity.summary ? ({ signal }) => entity.summary!({ search: onServer ? asked : '', filter }, signal) : skipToken,
    enabled: whole.data !== undefined && !isWhole,
    placeholderData: keepPreviousData,
  })
  const failed = onServer ? found : whole
  return {
    rows: isComing || (onServer && !found.data && found.isError) ? undefined : rows,
    error: failed.isError && !failed.data ? failed.error : null,
    retry: () => void failed.refetch(),
    summary: isWhole || (!entity.summary && !pages.hasNextPage) ? rows && entity.summarize(rows) : counted.data,
    searching: onServer && (asked !== wanted || found.isPlaceholderData || found.isPending),
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

/** The text once nobody has typed for a moment. */
const usePause = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
