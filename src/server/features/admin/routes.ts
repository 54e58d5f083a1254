import type { Database } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { adminApi } from '#shared/api/admin.ts'
import { askedOf, listLookups, noteLookup } from './lookups.ts'
import { countUsers } from './stats.ts'
import { listUsers } from './users.ts'

/** Who uses the product, and on which plan; nothing of anybody's business. Every look leaves its line. */
export const adminRoutes = ({ database }: { database: Database }) => [
  route(adminApi.users, ({ query, ...looking }) =>
    database.asNobody(async (db) => {
      const page = await listUsers(db, query)
      noteLookup(db, looking, 'users.list', askedOf(query, page))
      return page
    }),
  ),
  route(adminApi.stats, ({ today, timeZone, ...looking }) =>
    database.asNobody(async (db) => {
      const stats = await countUsers(db, today, timeZone ?? 'UTC')
      noteLookup(db, looking, 'users.stats', {})
      return stats
    }),
  ),
  route(adminApi.lookups, ({ query, ...looking }) =>
    database.asNobody(async (db) => {
      const page = await listLookups(db, query)
      noteLookup(db, looking, 'audit-log.list', askedOf(query, page))
      return page
    }),
  ),
]
