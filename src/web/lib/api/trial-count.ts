import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

const userKey = [apiPaths.currentUser]
/** Changes by others arrive through these: an accepted estimate creates an invoice, which counts in the trial. */
const watchedPaths = [apiPaths.estimates, apiPaths.invoices, apiPaths.dashboard]
/** Then both were loaded with the same page. */
const sameLoadMs = 5000

/** The plan line has to agree with the page. */
export const refreshTrialCount = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (!watchedPaths.some((path) => path === event.query.queryKey[0])) return
    const user = client.getQueryState<CurrentUser>(userKey)
    if (user?.data?.subscriptionStatus !== 'trial' || user.fetchStatus !== 'idle') return
    if (Date.now() - user.dataUpdatedAt > sameLoadMs) void client.invalidateQueries({ queryKey: userKey })
  })
