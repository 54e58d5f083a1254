import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchEndpoints } from '#shared/contract/endpoints/search.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import { call } from '#web/lib/api/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

const typingPauseMs = 120

export type SearchState = {
  /** Of the latest text that has loaded; previous results stay until then. */
  found: SearchReplyWire | undefined
  /** Results for the current text are still loading. */
  isWaiting: boolean
  error: Error | null
  retry: () => void
}

/** After a pause in typing. A newer search cancels an older one. */
export const useSearch = (text: string): SearchState => {
  const trimmed = text.trim()
  const searched = useDebounced(trimmed, typingPauseMs)
  const isCurrent = searched === trimmed
  const query = useQuery({
    queryKey: [searchEndpoints.find.path, searched],
    queryFn: ({ signal }) => call(searchEndpoints.find, { query: { q: searched }, signal }),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
    // Results may have changed since.
    staleTime: 0,
    gcTime: 30_000,
  })
  return {
    found: trimmed === '' ? undefined : query.data,
    isWaiting: trimmed !== '' && (!isCurrent || query.isPending || query.isPlaceholderData) && !(isCurrent && query.isError),
    error: isCurrent && trimmed !== '' && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  }
}
