import type { Module } from '#server/domain/services.ts'
import type { Db } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { adminApi, type UserStats } from '#shared/contract/admin.ts'
import { type Day, getMonthStart, today } from '#shared/dates.ts'
import { describeListAccess, listAuditLog, recordAccess } from './audit-log.ts'
import { listUsers } from './users.ts'

const dayMs = 86_400_000

/** Computed with Node's time zones and not with PostgreSQL's: the two know different zones, and read '+05:30' with opposite signs. */
export const getDayStart = (day: Day, timeZone: string): Date => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // No zone is more than 14 hours from UTC.
  let [before, after] = [noon - 2 * dayMs, noon + dayMs]
  while (after - before > 1) {
    const mid = Math.floor((before + after) / 2)
    if (today(new Date(mid), timeZone) < day) before = mid
    else after = mid
  }
  return new Date(after)
}

const countQuery = `
  select count(*)::int as "totalUsers",
    (count(*) filter (where subscription_status = 'active'))::int as "activeSubscribers",
    (count(*) filter (where subscription_status = 'trial'))::int as "trialUsers",
    (count(*) filter (where created_at >= $1 and created_at < $2))::int as "createdThisMonth"
  from users`

export const countUsers = async (db: Db, today: Day, timeZone: string): Promise<UserStats> => {
  const [from, to] = [0, -1].map((back) => getDayStart(getMonthStart(today, back), timeZone))
  const [stats] = await db.rows<UserStats>(countQuery, [from, to], 'admin.stats')
  return stats!
}

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
