import type { Query, QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { ChangeTopic } from '#shared/server-events.ts'
import { type ClockReading, wasFetchedBefore } from '#web/lib/api/fetch-times.ts'

const figures = [apiPaths.dashboard, apiPaths.reports] as const

/** What shows it: the calls whose answers may change with it. */
const shownBy: Record<ChangeTopic, readonly string[]> = {
  // Papers and expenses show the customer's name.
  customers: [apiPaths.customers, apiPaths.invoices, apiPaths.estimates, apiPaths.expenses, ...figures],
  items: [apiPaths.items, apiPaths.dashboard],
  expenses: [apiPaths.expenses, apiPaths.customers, ...figures],
  invoices: [apiPaths.invoices, apiPaths.estimates, apiPaths.customers, ...figures],
  estimates: [apiPaths.estimates, apiPaths.customers, apiPaths.dashboard],
  payments: [apiPaths.invoices, apiPaths.customers, apiPaths.paymentsState, ...figures],
  statements: [apiPaths.reports],
  profile: [apiPaths.businessProfile, apiPaths.paymentsState, apiPaths.dashboard],
  account: [apiPaths.currentUser, apiPaths.billing],
}

/** Lists under the hands of somebody who chooses from them: what he is about to take must not move. They are asked for anew when they open next. */
const isBeingChosenFrom = ({ queryKey }: Query) => queryKey[1] === 'pick'

const isFetchingMore = ({ state }: Query) => state.fetchStatus === 'fetching' && Boolean(state.fetchMeta?.fetchMore)

/**
 * Has whatever shows something that changed read again, if it was asked for before the change. What isn't on the screen is read when it comes
 * there; forms aren't touched, since they begin with something asked for by themselves.
 * @param changes when each thing changed last
 * @returns whether something was left for later: a list that is just growing
 */
export const invalidateChanged = (client: QueryClient, changes: ReadonlyMap<ChangeTopic, ClockReading>): boolean => {
  const isStale = (query: Query) => {
    const [path] = query.queryKey
    return [...changes].some(([topic, at]) => shownBy[topic].some((shown) => shown === path) && wasFetchedBefore(query, at))
  }
  const stale = client.getQueryCache().findAll({ predicate: isStale })
  const settled = new Set(stale.filter((query) => !isFetchingMore(query)))
  void client.invalidateQueries({ predicate: (query) => settled.has(query) && !isBeingChosenFrom(query) })
  void client.invalidateQueries({ predicate: (query) => settled.has(query) && isBeingChosenFrom(query), refetchType: 'none' })
  return settled.size < stale.length
}
