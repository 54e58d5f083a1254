import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

const userKey = [apiPaths.currentUser]
/** Lists through which changes by others arrive: an accepted estimate creates an invoice, which counts in the trial. */
const watchedPaths = [apiPaths.estimates, apiPaths.invoices, apiPaths.dashboard]
/** A user response at most this much older than the list was loaded with the same page. */
const sameLoadMs = 5000

/**
 * Refreshes the trial's invoice count whenever a list of documents arrives, so that the plan line agrees with the page. Only for users in
 * the trial.
 * @returns stops refreshing
 */
export const refreshTrialCount = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (!watchedPaths.some((path) => path === event.query.queryKey[0])) return
    const user = client.getQueryState<CurrentUser>(userKey)
    if (user?.data?.subscriptionStatus !== 'trial' || user.fetchStatus !== 'idle') return
    if (Date.now() - user.dataUpdatedAt > sameLoadMs) void client.invalidateQueries({ queryKey: userKey })
  })
