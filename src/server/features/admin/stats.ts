import type { Db } from '#server/platform/db/client.ts'
import type { UserStats } from '#shared/contract/admin.ts'
import { type Day, getMonthStart, today } from '#shared/dates.ts'

const dayMs = 86_400_000

/**
 * When the day begins in an IANA zone. Asked of the machine's own calendar and not of the database: the two don't know the same zones, and
 * read '+05:30' in opposite ways.
 */
export const getDayStart = (day: Day, timeZone: string): Date => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // No zone is more than 14 hours away from UTC.
  let [before, there] = [noon - 2 * dayMs, noon + dayMs]
  while (there - before > 1) {
    const middle = Math.floor((before + there) / 2)
    if (today(new Date(middle), timeZone) < day) before = middle
    else there = middle
  }
  return new Date(there)
}

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
