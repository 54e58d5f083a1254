import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'
import { DatabaseClient } from './driver.ts'
import { createExtensions } from './extensions.ts'
import { openOwnerPool } from './owner-pool.ts'
import { grantToApp, prepareAppRole } from './roles.ts'

// An index on text is in the order of the ICU version that wrote it. A server with a newer ICU may order some letters otherwise and would then
// miss rows in such an index, so it is written anew. PostgreSQL keeps the version with the collation, and only warns.

const changed = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.collname) as collation, c.oid
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace
  where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`

const indexesOn = `
  select distinct i.indexrelid::regclass::text as index
  from pg_index i cross join lateral unnest(i.indcollation::oid[]) as used(id) where used.id = $1`

/** Writes the indexes anew whose order was made by another version of ICU than the server has now. Answers how many. */
export const renewOrder = async (client: Client): Promise<number> => {
  let renewed = 0
  for (const { collation, oid } of (await client.query<{ collation: string; oid: number }>(changed)).rows) {
    for (const { index } of (await client.query<{ index: string }>(indexesOn, [oid])).rows) {
      await client.query(`reindex index ${index}`)
      renewed++
    }
    await client.query(`alter collation ${collation} refresh version`)
  }
  return renewed
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any constant will do, as long as it is ours: nodes that start at once wait here for one another. */
export const migrationLock = 7_403_220_116

/** A migration as it is known in the database: by the hash of its text, and the moment that it was written. */
export type Migration = { hash: string; createdAt: number; statements: string[] }

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis, sql }) => ({ hash, createdAt: folderMillis, statements: sql }))

/** By these `job_turn` finds the jobs of a lane and of an account. The queue's tables are made after the migrations, so the indexes stand here. */
const queueIndexes: Record<string, string> = {
  billfold_jobs_of_lane: "((payload ->> 'lane'), run_at) where is_available",
  billfold_jobs_of_account: "((payload ->> 'userId'), (payload ->> 'lane'), priority)",
}

/** Makes the job queue's own tables, or brings them up to date. */
export const prepareQueue = async (owner: ClientConfig): Promise<void> => {
  const pool = openOwnerPool(owner, { max: 1, log: () => undefined })
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
    for (const [name, on] of Object.entries(queueIndexes)) {
      // Asked first: `create index if not exists` waits for all who write, also where the index exists.
      const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [`graphile_worker.${name}`])
      if (!rows[0]!.exists) await pool.query(`create index ${name} on graphile_worker._private_jobs ${on}`)
    }
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
