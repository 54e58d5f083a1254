import { QueryClient } from '@tanstack/react-query'

/** The server is asked even where the browser believes itself offline: it may run on this very machine, with the cable out. */
const networkMode = 'always'

/** Nothing is asked twice behind the user's back: what a screen shows changes when somebody changed it, or reloads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { networkMode, retry: false },
  },
})
