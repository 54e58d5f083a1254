import type { Pool } from 'pg'

const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'DATABASE_AWAY'])
const sqlStates = new Set(['57P01', '57P02', '57P03', '53300', '08006', '08003', '08001'])
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not)/

/** The same request may succeed a moment later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (code !== undefined && (codes.has(code) || sqlStates.has(code))) || messages.test(message)
}

class DatabaseUnavailableError extends Error {
  readonly code = 'DATABASE_AWAY'
}

/**
 * Makes `isDatabaseUnavailable` recognize failed connections. A server whose Unix socket is gone answers ENOENT, which the session store's
 * caller would take for a missing session: all users would be signed out while the database restarts.
 */
export const reportUnavailable = (pool: Pool): Pool => {
  const connect = pool.connect.bind(pool) as unknown as (done: (error: Error | undefined, ...rest: unknown[]) => void) => void
  const convert = (error: Error | undefined) =>
    error && (error as NodeJS.ErrnoException).code === 'ENOENT' ? new DatabaseUnavailableError(error.message, { cause: error }) : error
  const connectOrReport = (done?: (error: Error | undefined, ...rest: unknown[]) => void) => {
    if (done) return connect((error, ...rest) => done(convert(error), ...rest))
    return new Promise((resolve, reject) => connect((error, client) => (error ? reject(convert(error)) : resolve(client))))
  }
  pool.connect = connectOrReport as unknown as Pool['connect']
  return pool
}

/** The row that it refers to does not exist, or belongs to another user. */
export const getViolatedForeignKey = (error: unknown): string | undefined => {
  // The query builder wraps the database's error.
  const databaseError = (error instanceof Error && error.cause ? error.cause : error) as { code?: string; constraint?: string } | null
  return databaseError?.code === '23503' ? databaseError.constraint : undefined
}
