import type { Pool } from 'pg'

/** What the network and PostgreSQL say when the server is away for a moment. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'DATABASE_AWAY'])
const sqlStates = new Set(['57P01', '57P02', '57P03', '53300', '08006', '08003', '08001'])
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not)/

/** Whether the database could not be asked, so that the same request may well succeed in a moment. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (code !== undefined && (codes.has(code) || sqlStates.has(code))) || words.test(message)
}

/** The server could not be reached at all. */
class DatabaseAwayError extends Error {
  readonly code = 'DATABASE_AWAY'
}

/**
 * Tells a failed connection as one. A server whose socket is gone answers ENOENT, which the session store's caller would read as 'there is
 * no such session': everybody would be signed out while the database restarts.
 */
export const reportUnavailable = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as unknown as (done: (error: Error | undefined, ...rest: unknown[]) => void) => void
  const told = (error: Error | undefined) =>
    error && (error as NodeJS.ErrnoException).code === 'ENOENT' ? new DatabaseAwayError(error.message, { cause: error }) : error
  const telling = (done?: (error: Error | undefined, ...rest: unknown[]) => void) => {
    if (done) return connect((error, ...rest) => done(told(error), ...rest))
    return new Promise((resolve, reject) => connect((error, client) => (error ? reject(told(error)) : resolve(client))))
  }
  pool.connect = telling as unknown as Pool['connect']
  return pool
}
