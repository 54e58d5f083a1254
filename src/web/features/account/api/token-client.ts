import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { securityEventsApi } from '#shared/contract/security-events.ts'
import type { tokensApi } from '#shared/contract/tokens.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { at, call, callPage, type Page } from '#web/lib/api/client.ts'

type Api = typeof tokensApi
export type TokenRow = WireReplyOf<Api['list']>[number]
export type NewToken = WireReplyOf<Api['create']>
export type SecurityEventRow = WireReplyOf<(typeof securityEventsApi)['events']>[number]

const path = '/api/account/tokens'
const eventsPath = '/api/account/security-events'
const list = at<Api['list']>('GET', path)
const events = at<(typeof securityEventsApi)['events']>('GET', eventsPath)

/** The calls about API tokens. Each throws an ApiError when the server refuses, a TypeError when it can't be reached. */
export const tokenClient = {
  create: (body: WireBodyOf<Api['create']>): Promise<NewToken> => call(at<Api['create']>('POST', path), { body }),
  revoke: (id: number) => call(at<Api['revoke']>('DELETE', '/api/account/tokens/:id'), { params: { id } }),
}

export const tokensQuery = queryOptions({ queryKey: [path], queryFn: ({ signal }) => call(list, { signal }), gcTime: 0 })

const eventsAtOnce = 10
export const eventsQuery = infiniteQueryOptions({
  queryKey: [eventsPath],
  queryFn: ({ pageParam, signal }) => callPage(events, { query: { limit: eventsAtOnce, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page<SecurityEventRow[]>) => next ?? undefined,
  gcTime: 0,
})

/** What was done here a moment ago is the newest line of the security activity. Only that page is asked for again. */
export const refetchActivity = (client: QueryClient): void => {
  client.setQueryData<InfiniteData<Page<SecurityEventRow[]>, string | undefined>>(
    [eventsPath],
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  void client.invalidateQueries({ queryKey: [eventsPath] })
}
