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

const ownJobsQuery = `
  select concat(id, ' ', attempts) as attempt, locked_at < now() - interval '2 seconds' as "isOld"
  from graphile_worker._private_jobs where locked_by = any($1)`
const freeQuery = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = attempts - 1
  where locked_by = any($1) and concat(id, ' ', attempts) = any($2)`

/**
 * graphile-worker locks a job for four hours with the id of the worker that took it, even when that worker was killed. So each worker also
 * holds an advisory lock, which the server releases with its connection; jobs whose worker has none are unlocked. Jobs taken less than a
 * quarter of `sweepMs` ago are left alone, because their worker may still be starting. A job that one of these workers took without learning
 * it, because the connection broke before the answer, is unlocked at the second look.
 * @param started the attempts that these workers began, each as '<job> <attempt>'; those that have ended are removed
 */
export const holdWorkerLocks = (
  pool: Pool,
  workerIds: readonly string[],
  { started, sweepMs, log }: { started: Set<string>; sweepMs: number; log: (line: string) => void },
): { stop(): Promise<void> } => {
  let current: PoolClient | undefined
  let lost = new Set<string>()

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
  const freeLost = async (client: PoolClient) => {
    const before = [...started]
    const { rows } = await client.query<{ attempt: string; isOld: boolean }>(ownJobsQuery, [workerIds])
    // An attempt stays locked until its end is recorded, which is repeated while the database is away.
    const locked = new Set(rows.map(({ attempt }) => attempt))
    for (const attempt of before) if (!locked.has(attempt)) started.delete(attempt)
    const found = rows.filter(({ attempt, isOld }) => isOld && !started.has(attempt)).map(({ attempt }) => attempt)
    const foundAgain = found.filter((attempt) => lost.has(attempt))
    lost = new Set(found)
    if (foundAgain.length > 0) await client.query(freeQuery, [workerIds, foundAgain])
  }
  const sweep = async () => {
    const client = await getConnection()
    await freeLost(client)
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
