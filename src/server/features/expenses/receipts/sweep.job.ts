import { z } from 'zod'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { recycleBinDays } from '#server/platform/records/recycle-bin.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

const dayMs = 24 * 3_600_000

const receiptSweepJob = job('receipts.sweep', { fileId: z.int() })

const sweepIn = (db: UserDb, fileId: number, days: number) =>
  enqueue(
    db,
    receiptSweepJob,
    { userId: db.userId, fileId },
    { key: `receipts.sweep ${db.userId} ${fileId}`, runAt: new Date(Date.now() + days * dayMs) },
  )

/** A file that never gets onto an expense goes after a day. */
export const sweepUnattached = (db: UserDb, fileId: number): Promise<void> => sweepIn(db, fileId, 1)

/**
 * An expense let go of its file: 31 days later, when that can't be undone any more, the file goes, unless something refers to it then.
 * Call it in the transaction that changes or deletes the expense.
 */
export const sweepReceipt = (db: UserDb, fileId: number): Promise<void> => sweepIn(db, fileId, recycleBinDays + 1)

/** Removes a receipt, row and bytes, that no expense has, nor a deleted one that could come back. */
export const receiptSweepRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
  runner(receiptSweepJob, ({ userId, fileId }) =>
    database.asUser(userId, async (db) => {
      // Nobody can ask it back any more; it is cleared away here as well, or its file would wait for ever.
      await db.rows(
        `delete from deleted_records where user_id = $1 and kind = 'expenses' and record ->> 'receipt_file_id' = $2::text
         and deleted_at < now() - $3::int * interval '1 day'`,
        [userId, fileId, recycleBinDays],
      )
      const [waits] = await db.rows(
        `select 1 from deleted_records where user_id = $1 and kind = 'expenses' and record ->> 'receipt_file_id' = $2::text limit 1`,
        [userId, fileId],
      )
      if (waits) return sweepIn(db, fileId, 1)
      const [gone] = await db.rows<{ object_key: string }>(
        `delete from files f where f.user_id = $1 and f.id = $2 and f.purpose = 'receipt'
         and not exists (select 1 from expenses e where e.user_id = $1 and e.receipt_file_id = f.id) returning f.object_key`,
        [userId, fileId],
      )
      // Before the commit: when the store can't do it, the row comes back and the job is tried again.
      if (gone) await objects.remove(gone.object_key)
    }),
  )
