import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { openPool } from './driver.ts'

type Part = 'database' | 'migrations'
export type DatabaseReadiness = {
  /** The part that isn't ready, or null. Answers within `patienceMs`, and never throws. */
  missing(): Promise<Part | null>
  close(): Promise<void>
}

const patienceMs = 1000
/** However often strangers ask, the database is asked so seldom. */
const freshMs = 250
const journal = new URL('./migrations/meta/_journal.json', import.meta.url)

/** When the newest migration of this code was made, by which the migrator tells what a database has had. */
const newestMigration = () => {
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

/**
 * Finds out whether the database answers, and has what this code needs: its migrations, or those of a newer release beside it. Over a connection of its
 * own: a node that is busy is still ready, and to send its visitors to the others would make those busy, too.
 */
export const createReadinessCheck = (connection: ClientConfig): DatabaseReadiness => {
  const needed = newestMigration()
  const pool = openPool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    allowExitOnIdle: true,
  })
  pool.on('error', () => undefined)
  let asked: Promise<Part | null> | undefined
  let askedAt = 0

  const ask = async (): Promise<Part | null> => {
    try {
      const { rows } = await pool.query<{ newest: string | null }>('select max(created_at) as newest from drizzle.__drizzle_migrations')
      return Number(rows[0]?.newest ?? 0) >= needed ? null : 'migrations'
    } catch (error) {
      // There is no such table, or it may not be read: the database answers, and it isn't one that this code has prepared.
      return ['42P01', '3F000', '42501'].includes((error as { code?: string }).code ?? '') ? 'migrations' : 'database'
    }
  }
  const late = () => new Promise<Part>((resolve) => setTimeout(resolve, patienceMs, 'database').unref())

  return {
    missing: () => {
      if (!asked || performance.now() - askedAt > freshMs) {
        askedAt = performance.now()
        asked = Promise.race([ask(), late()])
      }
      return asked
    },
    close: () => pool.end(),
  }
}
