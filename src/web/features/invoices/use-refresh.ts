import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Has everything that shows invoices or their sums read again. */
export const useRefresh = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(
    () => Promise.all(['/api/invoices', '/api/dashboard', '/api/customers'].map((path) => client.invalidateQueries({ queryKey: [path] }))),
    [client],
  )
}
