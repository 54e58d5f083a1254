import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchEndpoints } from '#shared/contract/endpoints/search.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import { call } from '#web/lib/api/client.ts'

/** What somebody did before the search was there: what was typed, and where the focus was when the keys asked for it. */
export type InitialSearch = { text: string; cameFrom: Element | null }

const typingPauseMs = 120

export type SearchState = {
  /** What was found for the newest text that has an answer; that of an older one stays until then. */
  found: SearchReplyWire | undefined
  /** The answer to what stands there now is still to come. */
  isWaiting: boolean
  error: Error | null
  retry: () => void
}

/** Asks the server once nobody has typed for a moment. A newer question ends an older one. */
export const useSearch = (text: string): SearchState => {
  const wanted = text.trim()
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), typingPauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const query = useQuery({
    queryKey: [searchEndpoints.find.path, asked],
    queryFn: ({ signal }) => call(searchEndpoints.find, { query: { q: asked }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    // What is new since is found too.
    staleTime: 0,
    gcTime: 30_000,
  })
  return {
    found: wanted === '' ? undefined : query.data,
    isWaiting: wanted !== '' && (asked !== wanted || query.isPending || query.isPlaceholderData) && !(asked === wanted && query.isError),
    error: asked === wanted && wanted !== '' && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  }
}
