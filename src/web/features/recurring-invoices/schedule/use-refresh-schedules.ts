import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

/** Run by hand, a schedule creates an invoice. */
const paths = [
  ...[apiPaths.recurringInvoices, apiPaths.invoices, apiPaths.customers, apiPaths.dashboard, apiPaths.reports],
  apiPaths.currentUser,
]

export const useRefreshSchedules = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(() => Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] }))), [client])
}
