import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { readBilling } from './calls.ts'

/** Plan, prices and dates of the signed-in person; asked anew by each page that shows them. */
export const useBilling = () =>
  useQuery({ queryKey: [readBilling.path], queryFn: ({ signal }) => call(readBilling, { signal }), refetchOnMount: 'always' })
