import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

const removeFilesJob = job('account.remove-files', {})
const dayMs = 86_400_000

/** Notes all files of a user, and has them removed: in the transaction that deletes him. */
export const queueFileRemoval = async (db: UserDb): Promise<void> => {
  await db.rows('insert into files_to_remove (key) select object_key from files where user_id = $1 on conflict do nothing', [db.userId])
  await enqueue(db, removeFilesJob, { userId: db.userId })
}

/** How many are removed before the next are looked for. */
const atOnce = 100

/** Removes the files of whoever has left, also what another job of this kind had to leave behind: a store may be away for longer than a job is tried. */
export const removeFilesRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
  runner(removeFilesJob, async ({ userId }, { isLast }) => {
    try {
      for (;;) {
        const keys = await database.asNobody((db) =>
          db.rows<{ key: string }>('select key from files_to_remove order by queued_at, key limit $1', [atOnce]),
        )
        if (keys.length === 0) return
        for (const { key } of keys) {
          await objects.remove(key)
          await database.asNobody((db) => db.rows('delete from files_to_remove where key = $1', [key]))
        }
      }
    } catch (error) {
      if (!isLast) throw error
      await database.asNobody((db) => enqueue(db, removeFilesJob, { userId }, { runAt: new Date(Date.now() + dayMs) }))
    }
  })
