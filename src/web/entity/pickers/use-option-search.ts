import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getServerMessage, NoResponseError } from '#web/lib/api/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { OptionSearch } from '#web/ui/combobox/use-combobox-state.ts'

const typingPauseMs = 150
const maxSearchLength = 200

type Shown = { label: string; note?: string | undefined }
type SearchResult<T> = { options: T[]; more: boolean }

/** For use without a network. */
const filterOptions = <T extends Shown>(options: readonly T[], text: string): T[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ label, note = '' }) => words.every((word) => `${label} ${note}`.toLowerCase().includes(word)))
}

type Load<T> = (search: string, signal: AbortSignal) => Promise<SearchResult<T>>

/** @param path query key; invalidating it reloads the options */
export const useOptions = <T extends Shown>(path: string, load: Load<T>, failure: string, text: string): OptionSearch<T> => {
  const query = text.slice(0, maxSearchLength)
  const debounced = useDebounced(query, query === '' ? 0 : typingPauseMs)
  const searched = query === '' ? '' : debounced
  const result = useQuery({
    queryKey: [path, 'pick', searched],
    queryFn: ({ signal }) => load(searched, signal),
    placeholderData: keepPreviousData,
  })
  const client = useQueryClient()
  const cached = result.error instanceof NoResponseError ? client.getQueryData<SearchResult<T>>([path, 'pick', '']) : undefined
  const data = result.data ?? (cached && { ...cached, options: filterOptions(cached.options, searched) })
  const isWaiting = result.isPlaceholderData || (result.data === undefined && result.isFetching)
  return {
    // Texts beyond the limit are searched by their first characters.
    text: searched === query ? text : searched,
    options: data?.options ?? [],
    more: data?.more ?? false,
    state: isWaiting ? 'searching' : data === undefined ? 'failed' : 'found',
    failure: result.error && data === undefined ? getServerMessage(result.error, failure) : undefined,
    retry: () => void result.refetch(),
  }
}

export const useOptionSearch = <T extends Shown>(path: string, load: Load<T>, failure: string) => {
  const [text, setText] = useState('')
  return { found: useOptions(path, load, failure, text), onSearch: setText }
}
