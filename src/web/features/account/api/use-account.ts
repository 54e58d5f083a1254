import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { refreshCurrentUser } from '#web/lib/session/current-user.ts'
import { accountClient } from './account-client.ts'
import { refetchActivity } from './token-client.ts'

const queryKey = [accountEndpoints.account.path]

/** The name in the sidebar follows by itself. */
const told = (client: QueryClient, account: Account): Account => {
  void refreshCurrentUser(client, account)
  return account
}

/** The account. While a mailed link is on its way it may be followed in another tab: whoever comes back sees what became of it. */
export const useAccount = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal, client }) => told(client, await accountClient.read({ signal })),
    gcTime: 0,
    refetchOnWindowFocus: ({ state: { data } }) => (data && (data.pendingEmail !== null || !data.emailVerified) ? 'always' : false),
  })

/** Has the page show the account as a call answered it, or read it again where the answer said something else. */
export const useUpdateAccount = () => {
  const client = useQueryClient()
  return {
    keepAccount: (account: Account) => {
      client.setQueryData(queryKey, told(client, account))
      refetchActivity(client)
    },
    readAgain: () => {
      refetchActivity(client)
      return client.invalidateQueries({ queryKey })
    },
  }
}
