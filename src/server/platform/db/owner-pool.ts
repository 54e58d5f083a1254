import type { ClientConfig, Pool } from 'pg'
import { openPool } from './driver.ts'

/** Opens a pool of the role that owns the tables, for migrations and the job queue. Broken connections are logged and replaced. */
export const openOwnerPool = (owner: ClientConfig, { max, log }: { max: number; log: (line: string) => void }): Pool => {
  const pool = openPool({ ...owner, max })
  const onError = (error: Error) => log(`The job queue's connection broke and is replaced: ${error.message}`)
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
