import { queryOptions } from '@tanstack/react-query'
import { taxRateEndpoints } from '#shared/contract/endpoints/tax-rates.ts'
import { call } from './client.ts'

/** Query for all tax rates: the active ones by name, then the archived ones, which records may still name. */
export const taxRatesQuery = queryOptions({
  queryKey: [taxRateEndpoints.list.path],
  queryFn: ({ signal }) => call(taxRateEndpoints.list, { query: { archived: 'true' }, signal }),
})
