import type { z } from 'zod'
import type { adminLookup, listedUser, userStats } from '#shared/contract/admin.ts'
import { adminEndpoints } from '#shared/contract/endpoints/admin.ts'
import type { ListSource } from '#web/entity/entity.ts'
import { callPage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** '1 user', '1,204 users'; 'The newest 60 users' where there are more than are here. */
export const formatCount = (count: number, noun: string, of: 'all' | 'so far'): string =>
  `${of === 'all' ? '' : 'The newest '}${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** As they travel. */
export type UserRow = z.input<typeof listedUser>
export type StatsRow = z.input<typeof userStats>
export type LookupRow = z.input<typeof adminLookup>

// People come and subscribe while nobody looks, and each look is written down: what was seen before is asked again.
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

/** What the page's address may ask for: the search; the order is always the same. */
export const userListOptions = { sorts: [{ value: '-created', label: 'Newest first' }] } as const
