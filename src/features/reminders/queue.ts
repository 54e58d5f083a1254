import { z } from 'zod'
import { defineSchedule } from '#server/domain/schedules/schedule.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

export const reminderSchedule = defineSchedule({ run: 'reminders.run', problem: 'reminders.waiting' }, {})
export const sendJob = job('reminders.send', { emailId: z.int() }, { lane: 'scheduled' })
export const replyJob = job('reminders.reply', { optOutId: z.int() })

export const queueSend = (db: UserDb, emailId: number): Promise<void> =>
  enqueue(db, sendJob, { userId: db.userId, emailId }, { key: `reminders.send ${db.userId} ${emailId}` })
