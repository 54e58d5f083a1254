import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, today } from '#shared/dates.ts'

/** The time zone that the user chose, or else that of their last browser: for jobs, public pages and webhooks, which have no browser of the user. */
export const getUserTimeZone = async (db: UserDb): Promise<string> => {
  const [user] = await db.rows<{ zone: string | null }>(
    'select coalesce(chosen_time_zone, time_zone) as zone from users where id = $1',
    [db.userId],
    'users.zone',
  )
  return user?.zone ?? 'UTC'
}

export const getUserToday = async (db: UserDb, now: Date): Promise<Day> => today(now, await getUserTimeZone(db))
