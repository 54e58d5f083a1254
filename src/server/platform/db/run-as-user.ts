import type { Db } from './client.ts'

/**
 * Runs `work` as this user within a transaction without a user, and removes the user again afterwards: for changes that concern both the sign-in tables and
 * the user's rows.
 */
export const runAsUser = async <T>(db: Db, userId: number, work: (db: Db) => Promise<T>): Promise<T> => {
  db.send("select set_config('app.user_id', $1, true)", [String(userId)])
  const result = await work(db)
  db.send("select set_config('app.user_id', '', true)")
  return result
}
