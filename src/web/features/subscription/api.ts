import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import type { subscriptionApi } from '#shared/contract/subscription.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/lib/api/client.ts'

/** The plan, prices and dates of the signed-in user; refetched by each page that shows them. */
export const useBilling = () =>
  useQuery({
    queryKey: [subscriptionEndpoints.billing.path],
    queryFn: ({ signal }) => call(subscriptionEndpoints.billing, { signal }),
    refetchOnMount: 'always',
  })

/** In wire format: money as decimal strings, instants as ISO strings. */
export type BillingWire = WireReplyOf<typeof subscriptionApi.billing>

/** Returns a function that refetches everything that shows the plan: the current user and the billing page. */
export const useRefreshSubscription = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([apiPaths.currentUser, subscriptionEndpoints.billing.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
    [client],
  )
}
