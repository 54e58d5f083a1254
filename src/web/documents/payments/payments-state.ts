import { queryOptions, useQuery } from '@tanstack/react-query'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import { call } from '#web/lib/api/client.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'

const pollIntervalMs = 3000

/** It changes without the user's action. */
export const paymentsQuery = queryOptions({
  queryKey: [paymentEndpoints.state.path],
  queryFn: ({ signal }) => call(paymentEndpoints.state, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data?.providers.some(({ status }) => status === 'unchecked') ? pollIntervalMs : false),
})

export const useIsSandbox = (): boolean => {
  const who = useAuthState()
  // Skipped on servers without a sandbox.
  const { data } = useQuery({ ...paymentsQuery, enabled: who.state === 'user' && who.user.sandbox })
  return data?.providers.some(({ mode }) => mode === 'sandbox') ?? false
}
