import type { QueryClient } from '@tanstack/react-query'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { readQuery } from './read-query.ts'

/** Everything: the profile has the defaults of new documents and the time zone, on which all that names today's date depends. */
export const invalidateAfterProfileSave = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Null until there is a profile. */
export const businessProfileQuery = readQuery(businessProfileEndpoints.read)
