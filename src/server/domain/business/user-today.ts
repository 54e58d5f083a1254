import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, today } from '#shared/dates.ts'

/** Today in the user's chosen time zone, or else in that of the last browser: for jobs, public pages and webhooks, which have no browser of the user. */
export const getUserToday = async (db: UserDb, now: Date): Promise<Day> => {
  const [user] = await db.rows<{ zone: string }>(
    'select coalesce(chosen_time_zone, time_zone) as zone from users where id = $1',
    [db.userId],
    'users.zone',
  )
  return today(now, user?.zone ?? 'UTC')
}
