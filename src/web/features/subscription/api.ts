import { useQuery } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import type { subscriptionApi } from '#shared/contract/subscription.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'

/** Refetched by each page that shows it. */
export const useBilling = () => useQuery({ ...readQuery(subscriptionEndpoints.billing), refetchOnMount: 'always' })

/** Money as decimal strings, instants as ISO strings. */
export type BillingWire = WireReplyOf<typeof subscriptionApi.billing>

export const refreshStanding = () => refreshPaths([apiPaths.currentUser, subscriptionEndpoints.billing.path])
