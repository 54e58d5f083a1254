import type { Pool, PoolClient } from 'pg'

/** An arbitrary constant. */
const lockSpace = 740_322

/**
 * graphile-worker counts an attempt also for a kill, so the job gets one more, up to this: one that brings the process down must end, too.
 */
const maxAttemptsWithKills = 100

const killedWorkersQuery = `
  select distinct j.locked_by as id from graphile_worker._private_jobs j
  where j.locked_at < now() - $2 * interval '1 millisecond' and not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = $1 and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
      and l.database = (select oid from pg_database where datname = current_database()))`
const addAttemptQuery = `
  update graphile_worker._private_jobs set max_attempts = max_attempts + 1 where locked_by = any($1) and max_attempts < ${maxAttemptsWithKills}`

/**
 * graphile-worker locks a job for four hours with the id of the worker that took it, even when that worker was killed. So each worker also
 * holds an advisory lock, which the server releases with its connection; jobs whose worker has none are unlocked. Jobs taken less than a
 * quarter of `sweepMs` ago are left alone, because their worker may still be starting.
 */
export const holdWorkerLocks = (
  pool: Pool,
  workerIds: readonly string[],
  { sweepMs, log }: { sweepMs: number; log: (line: string) => void },
): { stop(): Promise<void> } => {
  let current: PoolClient | undefined

  const drop = (client: PoolClient | undefined) => {
    if (!client || current !== client) return
    current = undefined
    client.release(true)
  }
  const getConnection = async () => {
    if (current) return current
    const client = await pool.connect()
    current = client
    client.on('error', () => drop(client))
    await client.query('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) id', [lockSpace, workerIds])
    return client
  }
  const sweep = async () => {
    const client = await getConnection()
    const { rows } = await client.query<{ id: string }>(killedWorkersQuery, [lockSpace, sweepMs / 4])
    if (rows.length === 0) return
    const killed = rows.map(({ id }) => id)
    await client.query(addAttemptQuery, [killed])
    await client.query('select graphile_worker.force_unlock_workers($1)', [killed])
  }
  const trySweep = () =>
    sweep().catch((error: Error) => {
      drop(current)
      log(`Jobs of killed workers could not be looked for; the next attempt follows: ${error.message}`)
    })

  let running = trySweep()
  const timer = setInterval(() => {
    running = running.then(trySweep)
  }, sweepMs)
  timer.unref()

  return {
    stop: async () => {
      clearInterval(timer)
      await running
      drop(current)
    },
  }
}
