import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'
import { checkServer } from './database-server.ts'
import { DatabaseClient, openOwnerPool } from './driver.ts'
import { grantNewTables, grantToApp, prepareAppRole } from './roles.ts'

export const requiredExtensions = ['pg_trgm', 'btree_gin']

/** @throws SettingError that names the missing extension and how to install it */
export const createExtensions = async (client: Client): Promise<void> => {
  for (const name of requiredExtensions) {
    const { rows } = await client.query('select 1 from pg_extension where extname = $1', [name])
    if (rows.length > 0) continue
    await client.query(`create extension if not exists ${name}`).catch((error: Error) => {
      throw new SettingError(
        `The database of DATABASE_URL needs PostgreSQL's extension ${name}, which can't be created there (${error.message}). ` +
          `Install the contrib package of that PostgreSQL if it is missing, and have an administrator run CREATE EXTENSION ${name}; in the database.`,
        { cause: error },
      )
    })
  }
}

// An index on text is sorted by the ICU version that built it. A server with another ICU version may sort some letters differently and would then miss rows
// in the index, so it is rebuilt. PostgreSQL stores the version with the collation, and only warns.

const changedCollationsQuery = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.collname) as collation, c.oid
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace
  where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`

const indexesQuery = `
  select distinct i.indexrelid::regclass::text as index
  from pg_index i cross join lateral unnest(i.indcollation::oid[]) as used(id) where used.id = $1`

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
/** An arbitrary constant. */
export const migrationLock = 7_403_220_116

/** `hash` is of the text; `createdAt` in milliseconds since 1970. */
export type Migration = { hash: string; createdAt: number; statements: string[] }

export const knownMigrations = (folder: string = migrationsFolder): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }) => ({
    hash,
    createdAt: folderMillis,
    statements: sql,
  }))

/** Oldest first; none for a new database. */
export const readAppliedMigrations = async (client: Client): Promise<Omit<Migration, 'statements'>[]> => {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as exists")
  if (!rows[0]!.exists) return []
  return (
    await client.query<{ hash: string; createdAt: number }>(
      'select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at',
    )
  ).rows
}

/** Of a build from before version 1.0. Newer migrations may be unknown: a newer version runs beside this one during a rolling update. */
const refuseUnknownSchema = async (client: Client, known: readonly Migration[]): Promise<void> => {
  const isUnknown = ({ hash, createdAt }: { hash: string; createdAt: number }) =>
    createdAt <= known.at(-1)!.createdAt && !known.some((each) => each.hash === hash)
  if ((await readAppliedMigrations(client)).some(isUnknown))
    throw new SettingError(
      'The database was made by a build of Billfold from before version 1.0, whose tables this version cannot read. It was not changed. ' +
        'Set DATABASE_URL to an empty database or, without DATABASE_URL, DATA_DIR to an empty folder.',
    )
}

/** For the database function `job_turn`. They are not in a migration because the queue's tables are created after the migrations. */
const queueIndexes: Record<string, string> = {
  billfold_jobs_of_lane: "((payload ->> 'lane'), run_at) where is_available",
  billfold_jobs_of_account: "((payload ->> 'userId'), (payload ->> 'lane'), priority)",
}

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

/** Until all rows are there or what was made is removed. */
export const restoreMarker = 'billfold_restore'

const refuseIncompleteRestore = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ exists: boolean }>('select to_regnamespace($1) is not null as exists', [restoreMarker])
  if (rows[0]!.exists)
    throw new SettingError(
      'A restore into the database of DATABASE_URL was interrupted, so its tables are not complete. Run the restore again, which first removes what the other one left.',
    )
}

/**
 * Several nodes may call it at once: one migrates, the others wait. @returns how the app connects
 * @throws SettingError when the database is of an unreleased build or partly restored, or its server or role lacks something; nothing was
 * migrated then
 */
export const prepareDatabase = async (owner: ClientConfig, role: string, folder: string = migrationsFolder): Promise<ClientConfig> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseIncompleteRestore(client)
    await refuseUnknownSchema(client, knownMigrations(folder))
    await client.query('set client_min_messages = warning')
    await createExtensions(client)
    const app = await prepareAppRole(client, owner, role)
    if (app.user === role) await grantNewTables(client, role)
    await migrate(drizzle(client), { migrationsFolder: folder })
    await reindexChangedCollations(client)
    await prepareQueue(owner)
    if (app.user === role) await grantToApp(client, role)
    return app
  } finally {
    await client.end()
  }
}
