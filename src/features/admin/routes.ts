import type { Module } from '#server/domain/services.ts'
import { route } from '#server/platform/http/route.ts'
import { adminApi } from '#shared/contract/admin.ts'
import { describeListAccess, listAuditLog, recordAccess } from './audit-log.ts'
import { countUsers } from './stats.ts'
import { listUsers } from './users.ts'

/** Users and their plans, without their business data. Every call is recorded in the audit log. */
export const adminModule: Module = ({ database }) => ({
  routes: [
    route(adminApi.users, ({ query, ...access }) =>
      database.asNobody(async (db) => {
        const page = await listUsers(db, query)
        recordAccess(db, access, 'users.list', describeListAccess(query, page))
        return page
      }),
    ),
    route(adminApi.stats, ({ today, timeZone, ...access }) =>
      database.asNobody(async (db) => {
        const stats = await countUsers(db, today, timeZone ?? 'UTC')
        recordAccess(db, access, 'users.stats', {})
        return stats
      }),
    ),
    route(adminApi.lookups, ({ query, ...access }) =>
      database.asNobody(async (db) => {
        const page = await listAuditLog(db, query)
        recordAccess(db, access, 'audit-log.list', describeListAccess(query, page))
        return page
      }),
    ),
  ],
})
