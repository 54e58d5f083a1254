import { queryOptions, useQuery } from '@tanstack/react-query'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { paymentsApi } from '#shared/contract/payments.ts'
import { at, call } from '#web/lib/api/client.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'

// Types only: the list of invoices loads no schemas.
export const readPayments = at<typeof paymentsApi.state>('GET', '/api/payments/state')
export const checkPayments = at<typeof paymentsApi.check>('POST', '/api/payments/:provider/check')
export const fixPayments = at<typeof paymentsApi.fix>('POST', '/api/payments/:provider/fix')
export const refundPayment = at<typeof invoicesApi.refund>('POST', '/api/invoices/:id/payments/:paymentId/refund')

const lookAgainMs = 3000

/**
 * How the payment accounts stand, and what of their money wants a look. It changes without anybody doing something here, so whoever comes back sees
 * it afresh; while a key is being checked it is looked at again.
 */
export const paymentsQuery = queryOptions({
  queryKey: [readPayments.path],
  queryFn: ({ signal }) => call(readPayments, { signal }),
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
