import { z } from 'zod'
import { defineNotification, type NotificationMessage } from '#server/domain/notifications/notification.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue, type Job, type JobRunner, job, runner } from '#server/platform/jobs/jobs.ts'

export const inOneHour = (now: Date): Date => new Date(now.getTime() + 3_600_000)

/** Some of the rows that are due, so that other jobs of the account come in between. Each is done in a transaction of its own, which looks at it again. */
export type Portion = {
  ids: readonly number[]
  act(db: UserDb, id: number): Promise<void>
  /** Of one of them; the others go on. Without it they wait. */
  refuse?(db: UserDb, id: number, error: AppError): Promise<void>
  /** Queues the next run: for the next portion, or for the next time. */
  finish(db: UserDb): Promise<void>
}

type Rules<Ids, Row, Facts extends { problem: string }> = {
  /** The row that says when and what, locked; null when there is nothing to do now. A time that is still to come is queued again. */
  find(db: UserDb, ids: Ids, now: Date): Promise<Row | null>
  /** In the same transaction: does what is due and queues the next run, or finds what is due. @param after the last row of the portion before */
  act(db: UserDb, row: Row, now: Date, after: number): Promise<Portion | undefined>
  /** Stores the problem where the owner sees it. @returns when it is tried again */
  wait(db: UserDb, row: Row, problem: string, now: Date): Promise<Date>
  /** The problem after an error that has no words for the owner. */
  unexplained: string
  /** Without it the problem is only shown. */
  mail?: {
    /** The owner knows of a problem already. */
    wasSent(row: Row): boolean
    /** Null when there is no problem any more. */
    read(db: UserDb, ids: Ids): Promise<Facts | null | undefined>
    write(facts: Facts, ids: Ids): Omit<NotificationMessage, 'preview' | 'id'>
  }
}

/** Concerns the account, such as the end of the trial or too many emails: every other row would be refused as well. */
const concernsAccount = ({ status }: AppError) => status === 403 || status === 429

/**
 * What a calendar starts for an account, or for each row that `shape` names: one job waits for its time. Where it fails, the problem is stored
 * and told once, and it is tried again. @param names of the jobs; they are stored in the queue
 */
export const defineSchedule = <Shape extends Record<string, z.ZodInt>>(names: { run: string; problem?: string }, shape: Shape) => {
  type Ids = { [Name in keyof Shape]: number }
  type Declared<Payload> = Job<z.ZodType<Payload & Ids & { userId: number }>>
  const runJob = job(names.run, { ...shape, after: z.int().optional() }, { lane: 'scheduled' }) as unknown as Declared<{ after?: number }>
  const problemJob = job(names.problem ?? '', { ...shape, since: z.iso.datetime() }) as unknown as Declared<{ since: string }>
  const keyOf = (name: string, userId: number, ids: Ids) => [name, userId, ...Object.keys(shape).map((each) => ids[each])].join(' ')

  /** Queued again, it replaces the run that waits. @param after the id of the last row that is done */
  const queue = (db: UserDb, ids: Ids, runAt: Date, after?: number): Promise<void> =>
    enqueue(db, runJob, { ...ids, userId: db.userId, after }, { key: keyOf(names.run, db.userId, ids), runAt })

  /** The owner, by an email. @param since when the problem began */
  const tell = (db: UserDb, ids: Ids, since: Date): Promise<void> =>
    enqueue(db, problemJob, { ...ids, userId: db.userId, since: since.toISOString() }, { key: keyOf(problemJob.name, db.userId, ids) })

  const createRunners = <Row, Facts extends { problem: string }>(
    services: Services,
    { find, act, wait, unexplained, mail }: Rules<Ids, Row, Facts>,
  ): JobRunner[] => {
    const { database, now: clock } = services

    const run = async (userId: number, ids: Ids, now: Date, after = 0): Promise<void> => {
      const found = await database.asUser(userId, async (db) => {
        const row = await find(db, ids, now)
        return row && act(db, row, now, after)
      })
      if (!found) return
      for (const id of found.ids)
        try {
          await database.asUser(userId, (db) => found.act(db, id))
        } catch (error) {
          if (!found.refuse || !(error instanceof AppError) || concernsAccount(error)) throw error
          await database.asUser(userId, (db) => found.refuse!(db, id, error))
        }
      await database.asUser(userId, (db) => found.finish(db))
    }

    const saveProblem = async (db: UserDb, ids: Ids, problem: string, now: Date): Promise<void> => {
      const row = await find(db, ids, now)
      if (!row) return
      await queue(db, ids, await wait(db, row, problem, now))
      if (mail && !mail.wasSent(row)) await tell(db, ids, now)
    }

    const runRunner = runner(runJob, async (payload, { isLast }) => {
      const now = clock()
      try {
        await run(payload.userId, payload, now, payload.after)
      } catch (error) {
        const isExplained = error instanceof AppError
        // After an error that nothing explains, it goes on trying as after a known problem.
        if (isExplained || isLast)
          await database.asUser(payload.userId, (db) => saveProblem(db, payload, isExplained ? error.message : unexplained, now))
        if (!isExplained) throw error
      }
    })
    if (!mail) return [runRunner]

    const notification = defineNotification({
      job: problemJob,
      read: mail.read,
      write: (facts, payload) => {
        const key = keyOf(problemJob.name, payload.userId, payload).replaceAll(' ', '-')
        return { preview: facts.problem, id: `${key}-${Date.parse(payload.since)}`, ...mail.write(facts, payload) }
      },
    })
    return [runRunner, notification.createRunner(services)]
  }

  return { queue, tell, createRunners }
}
