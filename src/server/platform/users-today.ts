import { type Day, today } from '#shared/dates.ts'
import type { UserDb } from './db/client.ts'

/** Today where the user is, for what happens without his browser: jobs, public pages, provider messages. */
export const usersToday = async (db: UserDb, now: Date): Promise<Day> => {
  const [user] = await db.rows<{ time_zone: string }>('select time_zone from users where id = $1', [db.userId], 'users.zone')
  return today(now, user?.time_zone ?? 'UTC')
}
