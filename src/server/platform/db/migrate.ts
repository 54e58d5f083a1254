import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'
import { DatabaseClient, openOwnerPool } from './driver.ts'
import { createExtensions } from './extensions.ts'
import { grantNewTables, grantToApp, prepareAppRole } from './roles.ts'

// An index on text is sorted by the ICU version that built it. A server with another ICU version may sort some letters differently and would then miss rows
// in the index, so it is rebuilt. PostgreSQL stores the version with the collation, and only warns.

const changedCollationsQuery = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.collname) as collation, c.oid
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace
  where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`

const indexesQuery = `
  select distinct i.indexrelid::regclass::text as index
  from pg_index i cross join lateral unnest(i.indcollation::oid[]) as used(id) where used.id = $1`

/** Rebuilds the indexes that were sorted by another ICU version than the server's. @returns how many */
export const reindexChangedCollations = async (client: Client): Promise<number> => {
  let reindexed = 0
  for (const { collation, oid } of (await client.query<{ collation: string; oid: number }>(changedCollationsQuery)).rows) {
    for (const { index } of (await client.query<{ index: string }>(indexesQuery, [oid])).rows) {
      await client.query(`reindex index ${index}`)
      reindexed++
    }
    await client.query(`alter collation ${collation} refresh version`)
  }
  return reindexed
}

const migrationsFolder = fileURLToPath(import.meta.resolve('#server/platform/db/migrations'))
/** The key of the advisory lock that makes nodes migrate one after another: an arbitrary constant. */
export const migrationLock = 7_403_220_116

/** A migration; the database stores the hash of its text and its creation time, in milliseconds since 1970. */
export type Migration = { hash: string; createdAt: number; statements: string[] }

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis, sql }) => ({ hash, createdAt: folderMillis, statements: sql }))

/** The migrations that a database has, oldest first; none for a database that Billfold has not been started on. */
export const readAppliedMigrations = async (client: Client): Promise<Omit<Migration, 'statements'>[]> => {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as exists")
  if (!rows[0]!.exists) return []
  return (
    await client.query<{ hash: string; createdAt: number }>(
      'select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at',
    )
  ).rows
}

/** The last build before the baseline, as a Git commit. Nothing had been released until then, so its schema has no upgrade. */
export const lastEarlierBuild = '2c88794d'

/** Newer migrations may be unknown: a newer version runs beside this one during a rolling update. */
const hasEarlierSchema = async (client: Client): Promise<boolean> => {
  const known = knownMigrations()
  const newest = known.at(-1)!.createdAt
  const applied = await readAppliedMigrations(client)
  return applied.some(({ hash, createdAt }) => createdAt <= newest && !known.some((each) => each.hash === hash))
}

/**
 * Refuses a database of a build before the baseline. Changes nothing, so it is called before anything is written.
 * @param dataDir the data folder of an embedded database; null for the database of DATABASE_URL
 * @throws SettingError
 */
export const refuseEarlierBuild = async (owner: ClientConfig, dataDir: string | null): Promise<void> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    if (!(await hasEarlierSchema(client))) return
  } finally {
    await client.end()
  }
  throw new SettingError(
    `The database ${dataDir === null ? 'of DATABASE_URL' : `in ${dataDir}`} was made by an earlier build of Billfold, whose tables this version cannot read. ` +
      `Nothing was changed. Start it with the build of commit ${lastEarlierBuild}, or set ${dataDir === null ? 'DATABASE_URL to an empty database' : 'DATA_DIR to an empty folder'}.`,
  )
}

/** Indexes for the database function `job_turn`. They are not in a migration because the queue's tables are created after the migrations. */
const queueIndexes: Record<string, string> = {
  billfold_jobs_of_lane: "((payload ->> 'lane'), run_at) where is_available",
  billfold_jobs_of_account: "((payload ->> 'userId'), (payload ->> 'lane'), priority)",
}

/** Creates or updates the job queue's own tables. */
export const prepareQueue = async (owner: ClientConfig): Promise<void> => {
  const pool = openOwnerPool(owner, { max: 1, log: () => undefined })
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
    for (const [name, on] of Object.entries(queueIndexes)) {
      // Checked first: `create index if not exists` waits for all writers, even when the index exists.
      const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [`graphile_worker.${name}`])
      if (!rows[0]!.exists) await pool.query(`create index ${name} on graphile_worker._private_jobs ${on}`)
    }
  } finally {
    await pool.end()
  }
}

/** The jobs that fill what a migration added, one for each user, by the migration's name. */
export const backfillJobs = { '0003_ledger': 'ledger.post-all', '0007_journal_taxes': 'ledger.post-all' } as const

/** Queues the jobs of migrations that were applied just now. @param before the migrations that the database had; none for a new database */
const queueBackfills = async (client: Client, before: readonly Pick<Migration, 'createdAt'>[]): Promise<void> => {
  if (before.length === 0) return
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const isNew = (tag: string) => before.every(({ createdAt }) => createdAt !== entries.find((entry) => entry.tag === tag)!.when)
  const jobs = Object.entries(backfillJobs).flatMap(([tag, job]) => (isNew(tag) ? [job] : []))
  for (const job of new Set(jobs))
    await client.query(
      "select graphile_worker.add_job($1::text, json_build_object('userId', id, 'lane', 'general'), max_attempts => 20) from users",
      [job],
    )
}

/** @throws SettingError when the server is older than PostgreSQL 15 */
export const checkServer = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  if (rows[0]!.version < 150_000) throw new SettingError('DATABASE_URL must lead to PostgreSQL 15 or later.')
}

/**
 * Migrates the schema to this version. Several nodes may call it at once: one migrates, the others wait.
 * @param owner how to connect as the role that owns (or will own) the tables
 * @param role the name of the app's own role
 * @param dataDir the data folder of an embedded database; null for the database of DATABASE_URL
 * @returns how the app connects
 * @throws SettingError when the database is of an earlier build, or its server or role lacks something; nothing was migrated then
 */
export const prepareDatabase = async (owner: ClientConfig, role: string, dataDir: string | null = null): Promise<ClientConfig> => {
  await refuseEarlierBuild(owner, dataDir)
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await createExtensions(client)
    const before = await readAppliedMigrations(client)
    const app = await prepareAppRole(client, owner, role)
    if (app.user === role) await grantNewTables(client, role)
    await migrate(drizzle(client), { migrationsFolder })
    await reindexChangedCollations(client)
    await prepareQueue(owner)
    await queueBackfills(client, before)
    if (app.user === role) await grantToApp(client, role)
    return app
  } finally {
    await client.end()
  }
}
