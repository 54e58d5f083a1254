import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

export const runJob = job('reminders.run', {}, { lane: 'scheduled' })
export const sendJob = job('reminders.send', { emailId: z.int() }, { lane: 'scheduled' })
export const waitingJob = job('reminders.waiting', { since: z.iso.datetime() })
export const replyJob = job('reminders.reply', { optOutId: z.int() })

/** Queued again, it replaces the run that waits. */
export const queueRun = (db: UserDb, runAt: Date): Promise<void> =>
  enqueue(db, runJob, { userId: db.userId }, { key: `reminders.run ${db.userId}`, runAt })

export const queueSend = (db: UserDb, emailId: number): Promise<void> =>
  enqueue(db, sendJob, { userId: db.userId, emailId }, { key: `reminders.send ${db.userId} ${emailId}` })
