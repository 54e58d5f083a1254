import { queryOptions } from '@tanstack/react-query'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { call } from './client.ts'

/** Query for the user's business profile; null until there is one. */
export const businessProfileQuery = queryOptions({
  queryKey: [businessProfileEndpoints.read.path],
  queryFn: ({ signal }) => call(businessProfileEndpoints.read, { signal }),
})
