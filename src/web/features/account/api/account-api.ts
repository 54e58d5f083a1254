import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, accountApi } from '#shared/contract/account.ts'
import { accountEndpoints, securityEventEndpoints, tokenEndpoints } from '#shared/contract/endpoints/account.ts'
import type { securityEventsApi } from '#shared/contract/security-events.ts'
import type { tokensApi } from '#shared/contract/tokens.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { call, callPage, type Page } from '#web/lib/api/client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { refreshCurrentUser } from '#web/lib/session/current-user.ts'

type Api = typeof tokensApi
export type SessionRow = WireReplyOf<(typeof accountApi)['sessions']>[number]
export type TokenRow = WireReplyOf<Api['list']>[number]
export type NewToken = WireReplyOf<Api['create']>
export type SecurityEventRow = WireReplyOf<(typeof securityEventsApi)['events']>[number]

export const tokensQuery = queryOptions({ ...readQuery(tokenEndpoints.list), gcTime: 0 })

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

const queryKey = [accountEndpoints.account.path]

/** The sidebar shows the name. */
const withRefreshedUser = (client: QueryClient, account: Account): Account => {
  void refreshCurrentUser(client, account)
  return account
}

/** While a confirmation link is pending it may be followed in another tab, so the account is refetched on return. */
export const useAccount = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal, client }) => withRefreshedUser(client, await call(accountEndpoints.account, { signal })),
    gcTime: 0,
    refetchOnWindowFocus: ({ state: { data } }) => (data && (data.pendingEmail !== null || !data.emailVerified) ? 'always' : false),
  })

export const useUpdateAccount = () => {
  const client = useQueryClient()
  return {
    keepAccount: (account: Account) => {
      client.setQueryData(queryKey, withRefreshedUser(client, account))
      refetchActivity(client)
    },
    readAgain: () => {
      refetchActivity(client)
      return client.invalidateQueries({ queryKey })
    },
  }
}
