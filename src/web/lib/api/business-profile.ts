import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { call } from './client.ts'

/**
 * Invalidates all queries after the business profile was saved: the profile, the defaults of new documents, and, since the time zone may
 * have changed, everything that depends on today's date.
 */
export const invalidateAfterProfileSave = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Query for the user's business profile; null until there is one. */
export const businessProfileQuery = queryOptions({
  queryKey: [businessProfileEndpoints.read.path],
  queryFn: ({ signal }) => call(businessProfileEndpoints.read, { signal }),
})
