import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

const paths = [apiPaths.estimates, apiPaths.dashboard, apiPaths.customers]
/** A conversion creates an invoice, which counts toward the trial. */
const pathsAfterConversion = [...paths, apiPaths.invoices, apiPaths.reports, apiPaths.currentUser]

type Options = { converted?: boolean }

export const useRefreshEstimates = (): ((options?: Options) => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(
    ({ converted = false } = {}) =>
      Promise.all((converted ? pathsAfterConversion : paths).map((path) => client.invalidateQueries({ queryKey: [path] }))),
    [client],
  )
}
