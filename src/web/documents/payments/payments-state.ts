import { queryOptions, useQuery } from '@tanstack/react-query'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import { call } from '#web/lib/api/client.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'

const pollIntervalMs = 3000

/**
 * The state of the payment accounts and of payments that need attention. It changes without the user's action, so it is refetched on mount
 * and focus; while a key is being checked it is polled.
 */
export const paymentsQuery = queryOptions({
  queryKey: [paymentEndpoints.state.path],
  queryFn: ({ signal }) => call(paymentEndpoints.state, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data?.providers.some(({ status }) => status === 'unchecked') ? pollIntervalMs : false),
})

/** Whether payments currently go through the built-in sandbox. */
export const useIsSandbox = (): boolean => {
  const who = useAuthState()
  // Skipped on servers without a sandbox.
  const { data } = useQuery({ ...paymentsQuery, enabled: who.state === 'user' && who.user.sandbox })
  return data?.providers.some(({ mode }) => mode === 'sandbox') ?? false
}
