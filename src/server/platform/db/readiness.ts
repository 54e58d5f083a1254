import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { openPool } from './driver.ts'

type Part = 'database' | 'migrations'
export type DatabaseReadiness = {
  /** Resolves within `timeoutMs`, and never rejects. */
  missing(): Promise<Part | null>
  close(): Promise<void>
}

const timeoutMs = 1000
/** So that frequent requests do not load the database. */
const cacheMs = 250
const journal = new URL(import.meta.resolve('#server/platform/db/migrations/meta/_journal.json'))

const getNewestMigration = () => {
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

/** On a connection of its own: a busy node is still ready, and sending its requests to other nodes would overload those. */
export const createReadinessCheck = (connection: ClientConfig): DatabaseReadiness => {
  const needed = getNewestMigration()
  const pool = openPool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    allowExitOnIdle: true,
  })
  pool.on('error', () => undefined)
  let result: Promise<Part | null> | undefined
  let checkedAt = 0

  const check = async (): Promise<Part | null> => {
    try {
      const { rows } = await pool.query<{ newest: string | null }>('select max(created_at) as newest from drizzle.__drizzle_migrations')
      return Number(rows[0]?.newest ?? 0) >= needed ? null : 'migrations'
    } catch (error) {
      // The table is missing or not readable: the database answers, but this version has not prepared it.
      return ['42P01', '3F000', '42501'].includes((error as { code?: string }).code ?? '') ? 'migrations' : 'database'
    }
  }
  const timeOut = () => new Promise<Part>((resolve) => setTimeout(resolve, timeoutMs, 'database').unref())

  return {
    missing: () => {
      if (!result || performance.now() - checkedAt > cacheMs) {
        checkedAt = performance.now()
        result = Promise.race([check(), timeOut()])
      }
      return result
    },
    close: () => pool.end(),
  }
}
