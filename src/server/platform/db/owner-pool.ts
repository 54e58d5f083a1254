import type { ClientConfig, Pool } from 'pg'
import { openPool } from './driver.ts'

/** A pool of the tables' owner, for migrations and the job queue. Connections that break, idle or in use, are told to `log` and replaced. */
export const openOwnerPool = (owner: ClientConfig, { max, log }: { max: number; log: (line: string) => void }): Pool => {
  const pool = openPool({ ...owner, max })
  const broken = (error: Error) => log(`The job queue's connection broke and is replaced: ${error.message}`)
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return pool
}
