import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readPayments } from './payments-state.ts'

const paths = ['/api/invoices', '/api/dashboard', '/api/reports', '/api/customers', readPayments.path]

/** Has everything that shows invoices, their payments or their sums read again. */
export const useRefreshInvoices = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  return useCallback(() => Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] }))), [client])
}
