import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'

export type FetchInitial<Data> = (signal: AbortSignal, client: QueryClient) => Promise<Data>

/** Fetched each time: a cached response could restore values that were overwritten since. @param name part of the query key */
export const useInitialData = <Data>(name: string, load: FetchInitial<Data>): UseQueryResult<Data> => {
  const opening = useId()
  return useQuery({ queryKey: ['fresh', name, opening], queryFn: ({ signal, client }) => load(signal, client), gcTime: 0 })
}
