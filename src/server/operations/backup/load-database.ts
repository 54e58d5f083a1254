import type { Client, ClientConfig } from 'pg'
import { z } from 'zod'
import { copyIn, copyOut, parseCopyRows } from '#server/platform/db/copy.ts'
import { checkServer } from '#server/platform/db/database-server.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { createExtensions, knownMigrations, type Migration, migrationLock, prepareQueue } from '#server/platform/db/migrate.ts'
import { grantToApp, prepareAppRole } from '#server/platform/db/roles.ts'
import { hashStream } from './archive.ts'
import { toBackupError } from './backup-errors.ts'
import { markRestore, unmarkRestore } from './empty-database.ts'
import { BackupError, getTablePath, jobsName, type Manifest } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { restoreSequences } from './sequences.ts'
import { listTables, quoteIdentifier, sessionSettings } from './tables.ts'

/** `before` leads to the backup's schema. @throws BackupError when a newer version or an unreleased build made the backup */
export const splitMigrations = (
  { migrations, version }: Manifest,
  known: readonly Migration[] = knownMigrations(),
): { before: Migration[]; after: Migration[] } => {
  const at = migrations.length
  const isKnown = migrations.every(({ hash }, i) => known[i]?.hash === hash)
  if (isKnown) return { before: known.slice(0, at), after: known.slice(at) }
  throw new BackupError(
    migrations.at(-1)!.createdAt > known.at(-1)!.createdAt
      ? `The backup was made by a newer Billfold (${version}), whose database schema is unknown to this one. Install that version or a newer one, and restore with it.`
      : 'The backup was made by a build of Billfold from before version 1.0, whose tables this version cannot read. Nothing was changed.',
  )
}

/**
 * The queue's schema remains when a database is emptied by dropping its tables; its jobs would be run with restored rows of the same ids.
 */
const refuseOldJobs = async (client: Client) => {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from graphile_worker._private_jobs')
  const { count } = rows[0]!
  if (count > 0)
    throw new BackupError(
      `The database isn’t empty: ${count} ${count === 1 ? 'job waits' : 'jobs wait'} in its schema graphile_worker, of another Billfold. Nothing was changed. Restore into a new database (createdb).`,
    )
}

const runMigrations = async (client: Client, migrations: readonly Migration[]) => {
  for (const { statements } of migrations) for (const text of statements) await client.query(text)
}

/** Commits: rows can't use a value that a migration has added to an enum in the same transaction. */
const makeSchema = async (client: Client, migrations: readonly Migration[]) => {
  await client.query('begin')
  await createExtensions(client)
  await runMigrations(client, migrations)
  await client.query('create schema if not exists drizzle')
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  for (const { hash, createdAt } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt])
  await client.query('commit')
}

type Definition = { name: string; table: string; text: string }

const foreignKeys = `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`
const indexesQuery = `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as text
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`
const forcedRowSecurity = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`

/**
 * Foreign keys hold only once all rows are there, row-level security applies to the owner too, and indexes are built faster from all rows.
 * Afterwards everything is restored, and every foreign key is checked. Must be called in a transaction.
 */
const withoutConstraints = async (client: Client, tables: readonly string[], work: () => Promise<void>) => {
  const query = async (text: string) => (await client.query<Definition>(text)).rows
  const [references, indexes, rowSecurity] = [await query(foreignKeys), await query(indexesQuery), await query(forcedRowSecurity)]
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of rowSecurity) await client.query(`alter table ${quoteIdentifier(name)} no force row level security`)
  // COPY may freeze the rows only of a table that was made or emptied in its transaction.
  await client.query(`truncate ${tables.map(quoteIdentifier).join(', ')}`)
  await work()
  for (const { text } of indexes) await client.query(text)
  // The planner has no statistics of the rows yet, and foreign keys are checked by joins of whole tables.
  for (const name of tables) await client.query(`analyze ${quoteIdentifier(name)}`)
  for (const { name, table, text } of references) await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${text}`)
  for (const { name } of rowSecurity) await client.query(`alter table ${quoteIdentifier(name)} force row level security`)
}

const joinColumns = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

const loadTable = async (client: Client, { zip }: OpenBackup, { name, columns, rows, sha256 }: Manifest['tables'][number]) => {
  const table = `public.${quoteIdentifier(name)}`
  const imported = await copyIn(
    client,
    `copy ${table} (${joinColumns(columns)}) from stdin with (freeze)`,
    await zip.read(getTablePath(name)),
  )
  const { stream, sum } = hashStream(copyOut(client, `copy ${table} (${joinColumns(columns)}) to stdout`).bytes)
  for await (const _ of stream);
  if (imported !== rows || sum().sha256 !== sha256)
    throw new BackupError(`The table ${name} differs from the backup after the import (${imported} of ${rows} rows). Nothing was changed.`)
}

const queued = z.object({
  name: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  runAt: z.string(),
  tries: z.int(),
  key: z.string().nullable(),
  priority: z.int(),
  flags: z.array(z.string()).nullable(),
})

/** By the queue's own function, because its tables may have changed since. Jobs start without failed attempts. */
const loadJobs = async (client: Client, { zip, manifest }: OpenBackup) => {
  let count = 0
  for await (const [text] of parseCopyRows(await zip.read(jobsName))) {
    const { name, payload, queue, runAt, tries, key, priority, flags } = queued.parse(JSON.parse(text ?? ''))
    count++
    await client.query('select graphile_worker.add_job($1, $2, $3, $4, $5, $6, $7, $8)', [
      name,
      JSON.stringify(payload),
      queue,
      runAt,
      tries,
      key,
      priority,
      flags,
    ])
  }
  if (count !== manifest.jobs.rows)
    throw new BackupError(
      `The job queue differs from the backup after the import (${count} of ${manifest.jobs.rows} jobs). Nothing was changed.`,
    )
}

const checkTables = async (client: Client, { tables, leftOut }: Manifest) => {
  const existing = await listTables(client)
  const toText = (list: { name: string; columns: readonly string[] }[]) =>
    list
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join()
  if (toText(existing.tables) !== toText(tables) || existing.leftOut.join() !== leftOut.join())
    throw new BackupError('The tables in the backup don’t match the Billfold version that made it. Nothing was changed.')
}

const tryToPrepare = async (client: Client, owner: ClientConfig, role: string, migrations: readonly Migration[]) => {
  await runMigrations(client, migrations)
  if ((await prepareAppRole(client, owner, role)).user === role) await grantToApp(client, role)
}

const loadRows = async (client: Client, backup: OpenBackup, setPart: (part: string | null) => void, log: (line: string) => void) => {
  const { tables } = backup.manifest
  await withoutConstraints(
    client,
    tables.map(({ name }) => name),
    async () => {
      for (const table of tables) {
        setPart(`the table ${table.name}`)
        await loadTable(client, backup, table)
        if (table.rows >= 10_000) log(`  ${table.name}: ${table.rows.toLocaleString('en-US')} rows`)
      }
      setPart(null)
      await restoreSequences(client, backup.manifest, backup.path)
      log('Building the indexes ...')
    },
  )
  setPart('the job queue')
  await loadJobs(client, backup)
  setPart(null)
}

type Options = {
  /** The app's role, for a trial, which commits no rows; null restores. */
  trialRole: string | null
  known?: readonly Migration[] | undefined
  log: (line: string) => void
}

/**
 * Into an empty database; `prepareDatabase` migrates it afterwards. First the schema is committed, then all rows in one transaction. Until
 * that is committed the database is marked, and no app starts on it; `takeBackRestore`, or the next restore, makes it empty again.
 * @throws BackupError when the database is not empty, or its rows differ from the backup
 */
export const loadBackup = async (owner: ClientConfig, backup: OpenBackup, { trialRole, known, log }: Options): Promise<void> => {
  const { manifest } = backup
  const { before, after } = splitMigrations(manifest, known)
  const client = new DatabaseClient({ ...owner, application_name: `billfold restore ${process.pid}` })
  await client.connect()
  let part: string | null = null
  try {
    await checkServer(client)
    await client.query(sessionSettings)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await markRestore(client)
    await prepareQueue(owner)
    await refuseOldJobs(client)
    await makeSchema(client, before)
    await checkTables(client, manifest)
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'; set local synchronous_commit = on")
    await loadRows(
      client,
      backup,
      (name) => {
        part = name
      },
      log,
    )
    if (trialRole !== null) {
      await tryToPrepare(client, owner, trialRole, after)
      await client.query('rollback')
    } else {
      await unmarkRestore(client)
      await client.query('commit')
    }
  } catch (error) {
    throw toBackupError(error, backup.path, part)
  } finally {
    await client.end().catch(() => undefined)
  }
}
