import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { deleteOldExports, exportRetentionDays } from './export-record.ts'

const exportSweepJob = job('account.exports-sweep', {})
const dayMs = 86_400_000

/** For users who start no other export. Call it in the transaction that creates an export. */
export const queueExportSweep = (db: UserDb): Promise<void> =>
  enqueue(
    db,
    exportSweepJob,
    { userId: db.userId },
    { key: `account.exports-sweep ${db.userId}`, runAt: new Date(Date.now() + (exportRetentionDays + 1) * dayMs) },
  )

export const exportSweepRunner = ({ database }: { database: Database }) =>
  runner(exportSweepJob, async ({ userId }) => void (await database.asUser(userId, deleteOldExports)))
