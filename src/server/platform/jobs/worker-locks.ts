import type { Pool, PoolClient } from 'pg'

/** Says which advisory locks are ours; any constant will do. */
const lockSpace = 740_322

const release = `
  select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
  from graphile_worker._private_jobs j
  where j.locked_at < now() - $2 * interval '1 millisecond' and not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = $1 and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
      and l.database = (select oid from pg_database where datname = current_database()))
  having count(*) > 0`

/**
 * The queue marks a job with the worker that took it, and lets nobody else have it for four hours, even when that worker was killed in the
 * middle. So each worker also holds an advisory lock, which ends with its connection; what workers without one had taken is given back.
 * @param workerIds as the queue knows this process's workers, one for each lane
 * @param sweepMs how often to look for jobs of the dead; a job younger than a quarter of that is left alone, as its worker may just be starting
 */
export const holdWorkerLocks = (
  pool: Pool,
  workerIds: readonly string[],
  { sweepMs, log }: { sweepMs: number; log: (line: string) => void },
): { stop(): Promise<void> } => {
  let alive: PoolClient | undefined

  const drop = (client: PoolClient | undefined) => {
    if (!client || alive !== client) return
    alive = undefined
    client.release(true)
  }
  const connection = async () => {
    if (alive) return alive
    const client = await pool.connect()
    alive = client
    client.on('error', () => drop(client))
    await client.query('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) id', [lockSpace, workerIds])
    return client
  }
  const sweep = async () => {
    const client = await connection()
    await client.query(release, [lockSpace, sweepMs / 4])
  }
  const safely = () =>
    sweep().catch((error: Error) => {
      drop(alive)
      log(`Jobs of workers that are gone could not be looked for, another look follows: ${error.message}`)
    })

  let under = safely()
  const timer = setInterval(() => {
    under = under.then(safely)
  }, sweepMs)
  timer.unref()

  return {
    stop: async () => {
      clearInterval(timer)
      await under
      drop(alive)
    },
  }
}
