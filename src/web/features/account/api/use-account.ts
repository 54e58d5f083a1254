import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { call } from '#web/lib/api/client.ts'
import { refreshCurrentUser } from '#web/lib/session/current-user.ts'
import { refetchActivity } from './queries.ts'

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
