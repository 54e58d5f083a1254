import type { z } from 'zod'
import type { adminLookup, listedUser, userStats } from '#shared/contract/admin.ts'
import { adminEndpoints } from '#shared/contract/endpoints/admin.ts'
import { formatCount, type ListSource } from '#web/kit/list/use-list.ts'
import { callPage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** '1 user', '1,204 users', or 'The newest 60 users' while more exist than are loaded. */
export const formatLoaded = (count: number, noun: string, of: 'all' | 'so far'): string =>
  `${of === 'all' ? '' : 'The newest '}${formatCount(count, noun)}`

export type UserRow = z.input<typeof listedUser>
export type StatsRow = z.input<typeof userStats>
export type LookupRow = z.input<typeof adminLookup>

// These lists change at any time and each read is logged, so they are not cached.
for (const { path } of [adminEndpoints.users, adminEndpoints.stats, adminEndpoints.lookups])
  queryClient.setQueryDefaults([path], { gcTime: 0 })

export const userList: ListSource<UserRow> = {
  path: adminEndpoints.users.path,
  list: ({ search, limit, after }, signal) => callPage(adminEndpoints.users, { query: { search, limit, after }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  searchIn: ({ email, firstName, lastName }) => [email, `${firstName ?? ''} ${lastName ?? ''}`],
}

export const lookupList: ListSource<LookupRow> = {
  path: adminEndpoints.lookups.path,
  list: ({ limit, after }, signal) => callPage(adminEndpoints.lookups, { query: { limit, after }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  searchIn: () => [],
}

export const userListOptions = { sorts: [{ value: '-created', label: 'Newest first' }] } as const
