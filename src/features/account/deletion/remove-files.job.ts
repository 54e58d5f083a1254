import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'

const removeFilesJob = job('account.remove-files', {})
const dayMs = 86_400_000

/** Call it in the transaction that deletes the user. */
export const queueFileRemoval = async (db: UserDb): Promise<void> => {
  const keys = await db.rows<{ key: string }>('select object_key as key from files where user_id = $1', [db.userId])
  await db.rows('insert into files_to_remove (key) select unnest($1::text[]) on conflict do nothing', [keys.map(({ key }) => key)])
  await enqueue(db, removeFilesJob, { userId: db.userId })
}

const batchSize = 100

/**
 * Removes also what earlier jobs could not remove. The last attempt queues another job for the next day, because the object store may be
 * down for longer than a job is retried.
 */
export const removeFilesRunner = ({ database, objects }: Services) =>
  runner(removeFilesJob, async ({ userId }, { isLast }) => {
    try {
      for (;;) {
        const keys = await database.asNobody((db) =>
          db.rows<{ key: string }>('select key from files_to_remove order by queued_at, key limit $1', [batchSize]),
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
