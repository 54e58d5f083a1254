import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverMessage } from '#web/lib/api.ts'
import type { Found } from '#web/ui/use-chooser.ts'

const typingPauseMs = 150
const longestSearch = 200

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

/**
 * A search for a `Combobox`. The options for no text at all are asked for at once, so that opening shows them; all else when it is typed.
 * A change to what lies at `path` asks again.
 * @param failure what to say when the server gave no reason
 */
export const useSearch = <T>(path: string, load: (search: string, signal: AbortSignal) => Promise<Answer<T>>, failure: string) => {
  const [text, setText] = useState('')
  const asked = useSettled(text.slice(0, longestSearch))
  const answer = useQuery({
    queryKey: [path, 'pick', asked],
    queryFn: ({ signal }) => load(asked, signal),
    placeholderData: keepPreviousData,
  })
  const isWaiting = answer.isPlaceholderData || (answer.data === undefined && answer.isFetching)
  const found: Found<T> = {
    // A text too long to be asked for is asked for in part.
    text: asked === text.slice(0, longestSearch) ? text : asked,
    options: answer.data?.options ?? [],
    more: answer.data?.more ?? false,
    state: isWaiting ? 'searching' : answer.data === undefined ? 'failed' : 'found',
    failure: answer.error ? serverMessage(answer.error, failure) : undefined,
    retry: () => void answer.refetch(),
  }
  return { found, onSearch: setText }
}
