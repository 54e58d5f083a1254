import type { Db } from './client.ts'

/** Does `work` as this user within a transaction of nobody, which is nobody's again afterwards: for acts that concern both the sign-in tables and his rows. */
export const runAsUser = async <T>(db: Db, userId: number, work: (db: Db) => Promise<T>): Promise<T> => {
  db.send("select set_config('app.user_id', $1, true)", [String(userId)])
  const done = await work(db)
  db.send("select set_config('app.user_id', '', true)")
  return done
}
