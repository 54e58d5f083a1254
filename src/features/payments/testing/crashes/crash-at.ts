import type { Database, UserDb } from '#server/platform/db/client.ts'

/**
 * Wraps a database so that the process is killed at one moment: before a statement, before a commit, or after it.
 * @param at the moment, counted from 1; 0 for never
 * @returns `moments`: how many there were so far
 */
export const crashAt = (database: Database, at: number): { database: Database; moments: () => number } => {
  let count = 0
  const moment = () => {
    count += 1
    if (count === at) process.kill(process.pid, 'SIGKILL')
  }
  const watched = (db: UserDb): UserDb => ({
    ...db,
    get orm() {
      moment()
      return db.orm
    },
    rows: (...statement) => {
      moment()
      return db.rows(...statement)
    },
    send: (...statement) => {
      moment()
      db.send(...statement)
    },
  })
  return {
    moments: () => count,
    database: {
      ...database,
      asUser: async (userId, work) => {
        const result = await database.asUser(userId, async (db) => {
          const done = await work(watched(db))
          moment()
          return done
        })
        moment()
        return result
      },
    },
  }
}
