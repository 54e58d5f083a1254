import { queryOptions } from '@tanstack/react-query'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { call } from './client.ts'

/** The user's business profile, null until there is one; asked once, and again when it was saved. */
export const businessProfileQuery = queryOptions({
  queryKey: [businessProfileEndpoints.read.path],
  queryFn: ({ signal }) => call(businessProfileEndpoints.read, { signal }),
})
