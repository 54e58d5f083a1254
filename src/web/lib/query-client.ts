import { QueryClient } from '@tanstack/react-query'

/** Nothing is asked twice behind the user's back: what a screen shows changes when somebody changed it, or reloads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { retry: false },
  },
})
