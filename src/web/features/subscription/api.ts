import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { subscriptionApi } from '#shared/contract/subscription.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { at, call } from '#web/lib/api/client.ts'

/** Plan, prices and dates of the signed-in person; asked anew by each page that shows them. */
export const useBilling = () =>
  useQuery({ queryKey: [readBilling.path], queryFn: ({ signal }) => call(readBilling, { signal }), refetchOnMount: 'always' })

export const readBilling = at<typeof subscriptionApi.billing>('GET', '/api/billing')
export const verifySubscription = at<typeof subscriptionApi.verify>('POST', '/api/verify-subscription')

/** As it travels: money as decimal texts, instants as ISO texts. */
export type BillingWire = WireReplyOf<typeof subscriptionApi.billing>

/** Has everything that shows the plan read again: the current user and the page of bills. */
export const useRefreshSubscription = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(
    () => Promise.all(['/api/auth/user', readBilling.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
    [client],
  )
}
