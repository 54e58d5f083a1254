import { queryOptions } from '@tanstack/react-query'
import { taxRateEndpoints } from '#modules/tax-rates/model.ts'
import { call } from './client.ts'
import { queryClient } from './query-client.ts'

/** Also the archived ones, which records may still name. */
export const taxRatesQuery = queryOptions({
  queryKey: [taxRateEndpoints.list.path],
  queryFn: ({ signal }) => call(taxRateEndpoints.list, { query: { archived: 'true' }, signal }),
})

export const getTaxRateName = (id: number | string | null | undefined): string =>
  id ? (queryClient.getQueryData(taxRatesQuery.queryKey)?.find((rate) => rate.id === Number(id))?.name ?? `Rate ${id}`) : ''
