import type { QueryClient } from '@tanstack/react-query'

/**
 * Invalidates all queries after the business profile was saved: the profile, the defaults of new documents, and, since the time zone may
 * have changed, everything that depends on today's date.
 */
export const invalidateAfterProfileSave = (client: QueryClient): Promise<void> => client.invalidateQueries()
