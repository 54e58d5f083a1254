import { queryOptions, useQuery } from '@tanstack/react-query'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import { call } from '#web/lib/api/client.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'

const lookAgainMs = 3000

/**
 * How the payment accounts stand, and what of their money wants a look. It changes without anybody doing something here, so whoever comes back sees
 * it afresh; while a key is being checked it is looked at again.
 */
export const paymentsQuery = queryOptions({
  queryKey: [paymentEndpoints.state.path],
  queryFn: ({ signal }) => call(paymentEndpoints.state, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data?.providers.some(({ status }) => status === 'unchecked') ? lookAgainMs : false),
})

/** Whether payments go through the built-in stand-in at present. */
export const useIsSandbox = (): boolean => {
  const who = useAuthState()
  // A server without a sandbox needn't be asked.
  const { data } = useQuery({ ...paymentsQuery, enabled: who.state === 'user' && who.user.sandbox })
  return data?.providers.some(({ mode }) => mode === 'sandbox') ?? false
}
