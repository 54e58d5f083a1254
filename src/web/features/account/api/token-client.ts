import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { securityEventEndpoints } from '#shared/contract/endpoints/security-events.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/tokens.ts'
import type { securityEventsApi } from '#shared/contract/security-events.ts'
import type { tokensApi } from '#shared/contract/tokens.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { call, callPage, type Page } from '#web/lib/api/client.ts'

type Api = typeof tokensApi
export type TokenRow = WireReplyOf<Api['list']>[number]
export type NewToken = WireReplyOf<Api['create']>
export type SecurityEventRow = WireReplyOf<(typeof securityEventsApi)['events']>[number]

/** The calls about API tokens. Each throws an ApiError when the server refuses, a TypeError when it can't be reached. */
export const tokenClient = {
  create: (body: WireBodyOf<Api['create']>): Promise<NewToken> => call(tokenEndpoints.create, { body }),
  revoke: (id: number) => call(tokenEndpoints.revoke, { params: { id } }),
}

export const tokensQuery = queryOptions({
  queryKey: [tokenEndpoints.list.path],
  queryFn: ({ signal }) => call(tokenEndpoints.list, { signal }),
  gcTime: 0,
})

const eventsAtOnce = 10
export const eventsQuery = infiniteQueryOptions({
  queryKey: [securityEventEndpoints.events.path],
  queryFn: ({ pageParam, signal }) => callPage(securityEventEndpoints.events, { query: { limit: eventsAtOnce, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page<SecurityEventRow[]>) => next ?? undefined,
  gcTime: 0,
})

/** What was done here a moment ago is the newest line of the security activity. Only that page is asked for again. */
export const refetchActivity = (client: QueryClient): void => {
  client.setQueryData<InfiniteData<Page<SecurityEventRow[]>, string | undefined>>(
    [securityEventEndpoints.events.path],
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  void client.invalidateQueries({ queryKey: [securityEventEndpoints.events.path] })
}
