import type { Pool, PoolClient } from 'pg'

/** The first key of the advisory locks of workers: an arbitrary constant. */
const lockSpace = 740_322

const releaseQuery = `
  select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
  from graphile_worker._private_jobs j
  where j.locked_at < now() - $2 * interval '1 millisecond' and not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = $1 and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
      and l.database = (select oid from pg_database where datname = current_database()))
  having count(*) > 0`

/**
 * Returns the jobs of killed workers to the queue. graphile-worker locks a job for four hours with the id of the worker that took it, even when that
 * worker was killed. So each worker also holds an advisory lock, which the server releases with its connection; jobs whose worker has none are unlocked.
 * @param workerIds the ids of this process's workers, one per lane
 * @param sweepMs how often to look for such jobs, in milliseconds; a job that was taken less than a quarter of that ago is left alone, because its worker
 *   may still be starting
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
    await client.query(releaseQuery, [lockSpace, sweepMs / 4])
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
