import type { Db } from '#server/platform/db/client.ts'
import type { UserStats } from '#shared/api/admin.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { getDayStart } from './first-instant.ts'

const count = `
  select count(*)::int as "totalUsers",
    (count(*) filter (where subscription_status = 'active'))::int as "activeSubscribers",
    (count(*) filter (where subscription_status = 'trial'))::int as "trialUsers",
    (count(*) filter (where created_at >= $1 and created_at < $2))::int as "createdThisMonth"
  from users`

/** How many users there are, and on which plan; 'this month' is that of the given day in the IANA zone. */
export const countUsers = async (db: Db, today: Day, timeZone: string): Promise<UserStats> => {
  const [from, to] = [0, -1].map((back) => getDayStart(getMonthStart(today, back), timeZone))
  const [stats] = await db.rows<UserStats>(count, [from, to], 'admin.stats')
  return stats!
}
