import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'

export type FetchInitial<Data> = (signal: AbortSignal, client: QueryClient) => Promise<Data>

/**
 * What a dialog begins with, asked for by each opening anew: an earlier opening's answer, which may linger, would bring back what was
 * saved over since. It stays the same while the dialog is open, so that nothing changes under the hands of who types.
 * @param what names it for the query client
 */
export const useInitialData = <Data>(what: string, ask: FetchInitial<Data>): UseQueryResult<Data> => {
  const opening = useId()
  return useQuery({ queryKey: ['fresh', what, opening], queryFn: ({ signal, client }) => ask(signal, client), gcTime: 0 })
}
