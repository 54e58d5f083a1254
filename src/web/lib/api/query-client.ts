import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { connectionStore } from './connection.ts'
import { trackFetchTimes } from './fetch-times.ts'

/** Queries run even when the browser reports offline: the server may be on this machine. */
const networkMode = 'always'

onlineManager.setEventListener((setOnline) => connectionStore.subscribe(() => setOnline(!connectionStore.read().isLost)))

/** As the specification requires, only a change on this page or a reload refetches. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { networkMode, retry: false },
  },
})

/** Fetches anew what a change may have changed, as far as it is shown. @param paths the first parts of query keys */
export const refreshPaths = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/** Customers pay invoices and answer estimates at any time. */
for (const path of [apiPaths.estimates, apiPaths.dashboard, apiPaths.reports])
  queryClient.setQueryDefaults([path], { refetchOnMount: 'always', refetchOnWindowFocus: 'always' })

const userKey = [apiPaths.currentUser]
/** Changes by others arrive through these: an accepted estimate creates an invoice, which counts in the trial. */
const watchedPaths = [apiPaths.estimates, apiPaths.invoices, apiPaths.dashboard]
/** A user response at most this much older than the list was loaded with the same page. */
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

trackFetchTimes(queryClient)
refreshTrialCount(queryClient)
