import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getServerMessage, NoResponseError } from '#web/lib/api/client.ts'
import type { OptionSearch } from '#web/ui/combobox/use-combobox-state.ts'

const typingPauseMs = 150
const longestSearch = 200

type Shown = { label: string; note?: string | undefined }
type Answer<T> = { options: T[]; more: boolean }

/** The text, once nobody has typed for a moment; '' at once. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}

/** Those that are at hand, by what is shown of them: without a network, that is better than nothing. */
const matching = <T extends Shown>(options: readonly T[], text: string): T[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ label, note = '' }) => words.every((word) => `${label} ${note}`.toLowerCase().includes(word)))
}

/**
 * A search for a `Combobox`. The options for no text at all are asked for at once, so that opening shows them; all else when it is typed.
 * A change to what lies at `path` asks again. When the server can't be reached, it searches among the options for no text.
 * @param failure what to say when the server gave no reason
 */
export const useOptionSearch = <T extends Shown>(
  path: string,
  load: (search: string, signal: AbortSignal) => Promise<Answer<T>>,
  failure: string,
) => {
  const [text, setText] = useState('')
  const asked = useSettled(text.slice(0, longestSearch))
  const answer = useQuery({
    queryKey: [path, 'pick', asked],
    queryFn: ({ signal }) => load(asked, signal),
    placeholderData: keepPreviousData,
  })
  const client = useQueryClient()
  const atHand = answer.error instanceof NoResponseError ? client.getQueryData<Answer<T>>([path, 'pick', '']) : undefined
  const data = answer.data ?? (atHand && { ...atHand, options: matching(atHand.options, asked) })
  const isWaiting = answer.isPlaceholderData || (answer.data === undefined && answer.isFetching)
  const found: OptionSearch<T> = {
    // A text too long to be asked for is asked for in part.
    text: asked === text.slice(0, longestSearch) ? text : asked,
    options: data?.options ?? [],
    more: data?.more ?? false,
    state: isWaiting ? 'searching' : data === undefined ? 'failed' : 'found',
    failure: answer.error && data === undefined ? getServerMessage(answer.error, failure) : undefined,
    retry: () => void answer.refetch(),
  }
  return { found, onSearch: setText }
}
