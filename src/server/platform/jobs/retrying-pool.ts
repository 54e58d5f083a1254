import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'

/** For this code graphile-worker repeats a query, a few seconds later and for hours if need be. */
const retryableCode = 'EHOSTUNREACH'

/** A server whose Unix socket is gone answers ENOENT. */
const isUnavailable = (error: unknown) => isDatabaseUnavailable(error) || (error as { code?: string }).code === 'ENOENT'

const rethrowAsRetryable = (error: unknown): never => {
  if (error instanceof Error && isUnavailable(error)) Object.assign(error, { code: retryableCode })
  throw error
}

/** graphile-worker waits for some error codes only; another one, while it records a job's end, would end the process. */
export const retryWhileUnavailable = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const wrapped = new WeakSet<PoolClient>()
  const wrap = (client: PoolClient): PoolClient => {
    if (wrapped.has(client)) return client
    wrapped.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const result = query(...args)
      return result instanceof Promise ? result.catch(rethrowAsRetryable) : result
    }) as PoolClient['query']
    return client
  }
  pool.connect = ((...args: unknown[]) =>
    args.length > 0 ? connect(...args) : (connect() as Promise<PoolClient>).then(wrap, rethrowAsRetryable)) as Pool['connect']
  return pool
}
