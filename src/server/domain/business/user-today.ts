import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, today } from '#shared/dates.ts'

/** Today in the zone that the user chose, else where he was last, for what happens without his browser: jobs, public pages, provider messages. */
export const getUserToday = async (db: UserDb, now: Date): Promise<Day> => {
  const [user] = await db.rows<{ zone: string }>(
    'select coalesce(chosen_time_zone, time_zone) as zone from users where id = $1',
    [db.userId],
    'users.zone',
  )
  return today(now, user?.zone ?? 'UTC')
}
