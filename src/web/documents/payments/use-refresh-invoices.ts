import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'

const paths = [
  apiPaths.invoices,
  apiPaths['credit-notes'],
  apiPaths.dashboard,
  apiPaths.reports,
  apiPaths.customers,
  paymentEndpoints.state.path,
]

export const useRefreshInvoices = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(() => Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] }))), [client])
}
