import { onlineManager, QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { connectionStore } from './connection.ts'
import { trackFetchTimes } from './fetch-times.ts'
import { refreshTrialCount } from './trial-count.ts'

/** The server is asked even where the browser believes itself offline: it may run on this very machine, with the cable out. */
const networkMode = 'always'

/** What waits for the network goes on when the server answers again, whatever the browser believes. */
onlineManager.setEventListener((setOnline) => connectionStore.subscribe(() => setOnline(!connectionStore.read().isLost)))

/** Nothing is asked twice behind the user's back: what a screen shows changes when somebody changed it here, or reloads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { networkMode, retry: false },
  },
})

/** Customers pay and answer while their owner looks elsewhere: whoever comes back, to the tab or to the page, sees where they stand now. */
for (const path of [apiPaths.estimates, apiPaths.dashboard, apiPaths.reports])
  queryClient.setQueryDefaults([path], { refetchOnMount: 'always', refetchOnWindowFocus: 'always' })

trackFetchTimes(queryClient)
refreshTrialCount(queryClient)
