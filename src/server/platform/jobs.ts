import { Logger, run as runWorker } from 'graphile-worker'
import type { ClientConfig } from 'pg'
import { z } from 'zod'
import type { Db } from './db/client.ts'
import { ownerPool } from './db/owner-pool.ts'

/** A job is declared where its feature lives. Its payload carries ids and is looked up again when it runs. */
export type Job<Payload extends z.ZodType = z.ZodType> = { name: string; payload: Payload }
export type JobRunner = { name: string; run: (payload: unknown) => Promise<void> }

/** Names a job and the shape of its payload; `userId` says whose it is, and the database refuses to queue it for anybody else. */
export const job = <Shape extends z.ZodRawShape>(name: string, shape: Shape) => ({ name, payload: z.object({ userId: z.int(), ...shape }) })

/** Binds a job to what it does. It may run more than once: it must look whether its work is done already. */
export const runner = <P extends z.ZodType>(declared: Job<P>, run: (payload: z.output<P>) => Promise<void>): JobRunner => ({
  name: declared.name,
  run: async (payload) => run(declared.payload.parse(payload)),
})

/**
 * Queues a job in the transaction of the change that wants it: both happen, or neither.
 * @param options.key a second job of the same key replaces the first while that one waits
 */
export const enqueue = async <P extends z.ZodType>(
  db: Db,
  { name, payload }: Job<P>,
  value: z.input<P>,
  options: { key?: string; runAt?: Date } = {},
) => {
  await db.rows('select enqueue_job($1, $2, $3, $4)', [
    name,
    JSON.stringify(payload.parse(value)),
    options.key ?? null,
    options.runAt ?? null,
  ])
}

/** Works through the queue until `stop`, which lets running jobs end. Failed jobs are tried again with growing pauses. */
export const startWorker = async (
  owner: ClientConfig,
  runners: readonly JobRunner[],
  { concurrency = 2, log }: { concurrency?: number; log: (line: string) => void },
): Promise<{ stop(): Promise<void> }> => {
  const pool = ownerPool(owner, { max: concurrency + 2, log })
  const worker = await runWorker({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: quietLogger(log),
    taskList: Object.fromEntries(runners.map(({ name, run }) => [name, (payload: unknown) => run(payload)])),
  })
  return {
    stop: async () => {
      await worker.stop().catch(() => undefined)
      await pool.end()
    },
  }
}

const quietLogger = (log: (line: string) => void) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log(`Jobs: ${message}`)
  })
