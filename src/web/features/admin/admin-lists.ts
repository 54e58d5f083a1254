import type { z } from 'zod'
import type { adminApi, adminLookup, listedUser, userStats } from '#shared/contract/admin.ts'
import type { ListSource } from '#web/entity/entity.ts'
import { at, callPage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** As they travel. */
export type UserRow = z.input<typeof listedUser>
export type StatsRow = z.input<typeof userStats>
export type LookupRow = z.input<typeof adminLookup>

export const statsEndpoint = at<typeof adminApi.stats>('GET', '/api/admin/user-stats')

// People come and subscribe while nobody looks, and each look is written down: what was seen before is asked again.
for (const path of ['/api/admin/users', '/api/admin/user-stats', '/api/admin/audit-log'])
  queryClient.setQueryDefaults([path], { gcTime: 0 })

export const userList: ListSource<UserRow> = {
  path: '/api/admin/users',
  list: ({ search, limit, after }, signal) =>
    callPage(at<typeof adminApi.users>('GET', '/api/admin/users'), { query: { search, limit, after }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  searchIn: ({ email, firstName, lastName }) => [email, `${firstName ?? ''} ${lastName ?? ''}`],
}

export const lookupList: ListSource<LookupRow> = {
  path: '/api/admin/audit-log',
  list: ({ limit, after }, signal) =>
    callPage(at<typeof adminApi.lookups>('GET', '/api/admin/audit-log'), { query: { limit, after }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  searchIn: () => [],
}

/** What the page's address may ask for: the search; the order is always the same. */
export const userListOptions = { sorts: [{ value: '-created', label: 'Newest first' }] } as const
