import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

export const runJob = job('recurring-invoices.run', { recurringId: z.int() }, { lane: 'scheduled' })
export const problemJob = job('recurring-invoices.problem', { recurringId: z.int(), since: z.iso.datetime() })

/** Queued again, it replaces the run that waits. */
export const queueRun = (db: UserDb, recurringId: number, runAt: Date): Promise<void> =>
  enqueue(db, runJob, { userId: db.userId, recurringId }, { key: `recurring-invoices.run ${db.userId} ${recurringId}`, runAt })
