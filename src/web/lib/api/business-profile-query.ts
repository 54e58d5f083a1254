import { queryOptions } from '@tanstack/react-query'
import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import { at, call } from './client.ts'

const address = at<typeof businessProfileApi.read>('GET', '/api/business-profile')

/** The user's business profile, null until there is one; asked once, and again when it was saved. */
export const businessProfileQuery = queryOptions({ queryKey: [address.path], queryFn: ({ signal }) => call(address, { signal }) })
