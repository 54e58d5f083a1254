import { z } from 'zod'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { recycleBinDays } from '#server/platform/records/recycle-bin.ts'

const dayMs = 24 * 3_600_000

const receiptSweepJob = job('receipts.sweep', { fileId: z.int() })

const queueSweep = (db: UserDb, fileId: number, days: number) =>
  enqueue(
    db,
    receiptSweepJob,
    { userId: db.userId, fileId },
    { key: `receipts.sweep ${db.userId} ${fileId}`, runAt: new Date(Date.now() + days * dayMs) },
  )

/** Queues the deletion of a file that no expense uses after a day. */
export const sweepUnattached = (db: UserDb, fileId: number): Promise<void> => queueSweep(db, fileId, 1)

/**
 * Queues the deletion of a receipt that an expense no longer uses, for when that cannot be undone any more (31 days later). It is kept if something
 * refers to it then. Call it in the transaction that changes or deletes the expense.
 */
export const sweepReceipt = (db: UserDb, fileId: number): Promise<void> => queueSweep(db, fileId, recycleBinDays + 1)

/** Deletes a receipt, row and bytes, that neither an expense nor a restorable deleted expense uses. */
export const receiptSweepRunner = ({ database, objects }: Services) =>
  runner(receiptSweepJob, ({ userId, fileId }) =>
    database.asUser(userId, async (db) => {
      // Deleted expenses that can no longer be restored are removed here too, because their own sweep may run later.
      await db.rows(
        `delete from deleted_records where user_id = $1 and kind = 'expenses' and record ->> 'receipt_file_id' = $2::text
         and deleted_at < now() - $3::int * interval '1 day'`,
        [userId, fileId, recycleBinDays],
      )
      const [restorable] = await db.rows(
        `select 1 from deleted_records where user_id = $1 and kind = 'expenses' and record ->> 'receipt_file_id' = $2::text limit 1`,
        [userId, fileId],
      )
      if (restorable) return queueSweep(db, fileId, 1)
      const [deleted] = await db.rows<{ object_key: string }>(
        `delete from files f where f.user_id = $1 and f.id = $2 and f.purpose = 'receipt'
         and not exists (select 1 from expenses e where e.user_id = $1 and e.receipt_file_id = f.id) returning f.object_key`,
        [userId, fileId],
      )
      // Before the commit: if the object store fails, the row stays and the job is retried.
      if (deleted) await objects.remove(deleted.object_key)
    }),
  )
