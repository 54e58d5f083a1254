import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { accountApi } from '#shared/contract/account.ts'
import { securityEventEndpoints } from '#shared/contract/endpoints/security-events.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/tokens.ts'
import type { securityEventsApi } from '#shared/contract/security-events.ts'
import type { tokensApi } from '#shared/contract/tokens.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { call, callPage, type Page } from '#web/lib/api/client.ts'

type Api = typeof tokensApi
export type SessionRow = WireReplyOf<(typeof accountApi)['sessions']>[number]
export type TokenRow = WireReplyOf<Api['list']>[number]
export type NewToken = WireReplyOf<Api['create']>
export type SecurityEventRow = WireReplyOf<(typeof securityEventsApi)['events']>[number]

export const tokensQuery = queryOptions({
  queryKey: [tokenEndpoints.list.path],
  queryFn: ({ signal }) => call(tokenEndpoints.list, { signal }),
  gcTime: 0,
})

const pageSize = 10
export const eventsQuery = infiniteQueryOptions({
  queryKey: [securityEventEndpoints.events.path],
  queryFn: ({ pageParam, signal }) => callPage(securityEventEndpoints.events, { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page<SecurityEventRow[]>) => next ?? undefined,
  gcTime: 0,
})

/** Refetches the newest page only. */
export const refetchActivity = (client: QueryClient): void => {
  client.setQueryData<InfiniteData<Page<SecurityEventRow[]>, string | undefined>>(
    [securityEventEndpoints.events.path],
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  void client.invalidateQueries({ queryKey: [securityEventEndpoints.events.path] })
}
