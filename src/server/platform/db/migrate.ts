import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '../env.ts'
import { renewOrder } from './collations.ts'
import { DatabaseClient } from './driver.ts'
import { createExtensions } from './extensions.ts'
import { ownerPool } from './owner-pool.ts'
import { grantToApp, prepareAppRole } from './roles.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any constant will do, as long as it is ours: nodes that start at once wait here for one another. */
export const migrationLock = 7_403_220_116

/** A migration as it is known in the database: by the hash of its text, and the moment that it was written. */
export type Migration = { hash: string; createdAt: number; statements: string[] }

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis, sql }) => ({ hash, createdAt: folderMillis, statements: sql }))

/** Makes the job queue's own tables, or brings them up to date. */
export const prepareQueue = async (owner: ClientConfig): Promise<void> => {
  const pool = ownerPool(owner, { max: 1, log: () => undefined })
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
  } finally {
    await pool.end()
  }
}

/** @throws SettingError when the server is too old */
export const checkServer = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  if (rows[0]!.version < 150_000) throw new SettingError('DATABASE_URL must lead to PostgreSQL 15 or later.')
}

/**
 * Brings the schema up to date and answers how the app connects. Safe to run from several nodes at once: one migrates, the others wait.
 * @param owner how to reach the database as the role that owns (or will own) the tables
 * @param role the name of the app's own role
 */
export const prepareDatabase = async (owner: ClientConfig, role: string): Promise<ClientConfig> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await createExtensions(client)
    await migrate(drizzle(client), { migrationsFolder })
    await renewOrder(client)
    await prepareQueue(owner)
    const app = await prepareAppRole(client, owner, role)
    if (app.user === role) await grantToApp(client, role)
    return app
  } finally {
    await client.end()
  }
}
