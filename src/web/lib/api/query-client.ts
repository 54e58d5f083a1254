import { onlineManager, QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { connectionStore } from './connection.ts'
import { trackFetchTimes } from './fetch-times.ts'
import { refreshTrialCount } from './trial-count.ts'

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

/** Customers pay invoices and answer estimates at any time. */
for (const path of [apiPaths.estimates, apiPaths.dashboard, apiPaths.reports])
  queryClient.setQueryDefaults([path], { refetchOnMount: 'always', refetchOnWindowFocus: 'always' })

trackFetchTimes(queryClient)
refreshTrialCount(queryClient)
