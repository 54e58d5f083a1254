import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnavailable } from './db/away.ts'

/** The code by which the job queue knows that a query is worth repeating, a few seconds later and for hours if need be. */
const askAgain = 'EHOSTUNREACH'

/** A server whose socket is gone answers ENOENT. */
const isAway = (error: unknown) => isDatabaseUnavailable(error) || (error as { code?: string }).code === 'ENOENT'

const told = (error: unknown): never => {
  if (error instanceof Error && isAway(error)) Object.assign(error, { code: askAgain })
  throw error
}

/**
 * Has the job queue wait for a database that is away. By itself it repeats what failed by some of the codes that this has, and whatever else fails
 * while it writes down a job's end goes unhandled, which ends the process.
 */
export const patient = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const known = new WeakSet<PoolClient>()
  const telling = (client: PoolClient): PoolClient => {
    if (known.has(client)) return client
    known.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const answer = query(...given)
      return answer instanceof Promise ? answer.catch(told) : answer
    }) as PoolClient['query']
    return client
  }
  pool.connect = ((...given: unknown[]) =>
    given.length > 0 ? connect(...given) : (connect() as Promise<PoolClient>).then(telling, told)) as Pool['connect']
  return pool
}
