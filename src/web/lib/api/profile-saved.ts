import type { QueryClient } from '@tanstack/react-query'

/**
 * To be called when the business profile was saved. Whatever is shown is read again: the profile itself, what new papers begin with, and, since
 * another time zone may be another day, whatever goes by today.
 */
export const invalidateAfterProfileSave = (client: QueryClient): Promise<void> => client.invalidateQueries()
