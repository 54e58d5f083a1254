import { z } from 'zod'
import { getUserTimeZone } from '#server/domain/business/user-today.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { addDays, today } from '#shared/dates.ts'
import { toInstant } from '#shared/zoned-time.ts'

/** `after`: invoices up to this id are done in this run; `problem`: why one of them could not be charged. */
export const runJob = job('late-fees.run', { after: z.int().optional(), problem: z.string().optional() }, { lane: 'scheduled' })

/** Queued again, it replaces the run that waits. */
export const queueRun = (db: UserDb, runAt: Date, rest: { after?: number; problem?: string | undefined } = {}): Promise<void> =>
  enqueue(db, runJob, { userId: db.userId, ...rest }, { key: `late-fees.run ${db.userId}`, runAt })

/** Before the business opens, and after a day has begun everywhere in its zone. */
const runTime = '06:00'

export const queueMorning = async (db: UserDb, now: Date): Promise<void> => {
  const timeZone = await getUserTimeZone(db)
  await queueRun(db, toInstant(addDays(today(now, timeZone), 1), runTime, timeZone))
}
