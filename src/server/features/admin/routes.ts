import type { Database } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { adminApi } from '#shared/contract/admin.ts'
import { describeListAccess, listAuditLog, recordAccess } from './audit-log.ts'
import { countUsers } from './stats.ts'
import { listUsers } from './users.ts'

/** Who uses the product, and on which plan; nothing of anybody's business. Every look leaves its line. */
export const adminRoutes = ({ database }: { database: Database }) => [
  route(adminApi.users, ({ query, ...looking }) =>
    database.asNobody(async (db) => {
      const page = await listUsers(db, query)
      recordAccess(db, looking, 'users.list', describeListAccess(query, page))
      return page
    }),
  ),
  route(adminApi.stats, ({ today, timeZone, ...looking }) =>
    database.asNobody(async (db) => {
      const stats = await countUsers(db, today, timeZone ?? 'UTC')
      recordAccess(db, looking, 'users.stats', {})
      return stats
    }),
  ),
  route(adminApi.lookups, ({ query, ...looking }) =>
    database.asNobody(async (db) => {
      const page = await listAuditLog(db, query)
      recordAccess(db, looking, 'audit-log.list', describeListAccess(query, page))
      return page
    }),
  ),
]
