import type { Client, ClientConfig } from 'pg'
import { z } from 'zod'
import { copyIn, copyOut } from '#server/platform/db/copy.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { createExtensions } from '#server/platform/db/extensions.ts'
import { checkServer, knownMigrations, type Migration, migrationLock, prepareQueue } from '#server/platform/db/migrate.ts'
import { hashStream } from './archive.ts'
import { toBackupError } from './backup-errors.ts'
import { parseCopyRows } from './copy-format.ts'
import { BackupError, getTablePath, jobsName, type Manifest } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { restoreSequences } from './sequences.ts'
import { listTables, quoteIdentifier, sessionSettings } from './tables.ts'

/**
 * The migrations that lead to a backup's schema; those of this version that come after them bring it up to date.
 * @throws BackupError when the backup has some that this version doesn't know: it was made by a newer one
 */
export const splitMigrations = ({ migrations, version }: Manifest): { before: Migration[]; after: Migration[] } => {
  const known = knownMigrations()
  const at = migrations.length
  const isOurs = migrations.every(({ hash }, i) => known[i]?.hash === hash)
  if (isOurs) return { before: known.slice(0, at), after: known.slice(at) }
  throw new BackupError(
    migrations.at(-1)!.createdAt > known.at(-1)!.createdAt
      ? `The backup was made by a newer Billfold (${version}), whose database this one doesn’t know. Install that version or a newer one, and restore with it.`
      : `The backup was made by another edition of Billfold (${version}): its database was built in steps that this one doesn’t know. Restore it with the one that made it.`,
  )
}

/** What stands in the database already: tables of Billfold, or of anybody. */
export const countTables = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm')
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`,
  )
  return rows[0]!.count
}

/**
 * The queue has a schema of its own, which stays when somebody empties a database by dropping its tables: what waits there names rows of then, and
 * would be done with those of the backup that have the same numbers.
 * @throws BackupError
 */
const refuseOldJobs = async (client: Client) => {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from graphile_worker._private_jobs')
  const { count } = rows[0]!
  if (count > 0)
    throw new BackupError(
      `The database isn’t empty: ${count} ${count === 1 ? 'job waits' : 'jobs wait'} in its schema graphile_worker, of another Billfold. Nothing was changed. Restore into a new database (createdb).`,
    )
}

const makeSchema = async (client: Client, migrations: readonly Migration[]) => {
  for (const { statements } of migrations) for (const text of statements) await client.query(text)
  // As the migrations' own tool keeps it.
  await client.query('create schema drizzle')
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  for (const { hash, createdAt } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt])
}

type Defined = { name: string; table: string; text: string }

const foreignKeys = `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`
const plainIndexes = `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as text
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`
const forcedWalls = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`

/**
 * Does `work` on tables that take rows as they come: without triggers, which would seal figures and write search entries of their own, without references,
 * which hold for all rows at once or not at all, without the owner's own walls, and without indexes, which are quicker made of all rows. All of that is
 * as it was afterwards, and every reference is checked. To be called in a transaction that nobody else sees, which is why it may.
 */
const laidOpen = async (client: Client, tables: readonly string[], work: () => Promise<void>) => {
  const ask = async (text: string) => (await client.query<Defined>(text)).rows
  const [references, indexes, walls] = [await ask(foreignKeys), await ask(plainIndexes), await ask(forcedWalls)]
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of walls) await client.query(`alter table ${quoteIdentifier(name)} no force row level security`)
  for (const name of tables) await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`)
  await work()
  for (const { text } of indexes) await client.query(text)
  // The planner knows nothing of the rows yet, and the references are checked by joins of whole tables.
  for (const name of tables) await client.query(`analyze ${quoteIdentifier(name)}`)
  for (const { name, table, text } of references) await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${text}`)
  for (const name of tables) await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`)
  for (const { name } of walls) await client.query(`alter table ${quoteIdentifier(name)} force row level security`)
}

const listOf = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

/** Every row of a table, and then a look at whether the table now says, to the byte, what the backup said. */
const loadTable = async (client: Client, { zip }: OpenBackup, { name, columns, rows, sha256 }: Manifest['tables'][number]) => {
  const table = `public.${quoteIdentifier(name)}`
  const taken = await copyIn(client, `copy ${table} (${listOf(columns)}) from stdin with (freeze)`, await zip.read(getTablePath(name)))
  const { stream, sum } = hashStream(copyOut(client, `copy ${table} (${listOf(columns)}) to stdout`).bytes)
  for await (const _ of stream);
  if (taken !== rows || sum().sha256 !== sha256)
    throw new BackupError(`The table ${name} came out other than it was backed up (${taken} of ${rows} rows). Nothing was changed.`)
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

/** Through the queue's own function: how it keeps its jobs may be another matter by now. They count as not tried yet. */
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
      `The job queue came out other than it was backed up (${count} of ${manifest.jobs.rows} jobs). Nothing was changed.`,
    )
}

/** @throws BackupError when the backup's tables aren't those of its migrations */
const checkShape = async (client: Client, { tables, leftOut }: Manifest) => {
  const there = await listTables(client)
  const shape = (list: { name: string; columns: readonly string[] }[]) =>
    list
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join()
  if (shape(there.tables) !== shape(tables) || there.leftOut.join() !== leftOut.join())
    throw new BackupError('The tables in the backup aren’t those of the Billfold that it says it was made by. Nothing was changed.')
}

/**
 * Loads a backup into an empty database, in the shape that it had then; `prepareDatabase` brings it up to date afterwards. All of it is one transaction:
 * interrupted at any point, the database stays empty.
 * @throws BackupError when the database isn't empty, or what came out isn't what was backed up
 */
export const loadBackup = async (owner: ClientConfig, backup: OpenBackup, log: (line: string) => void): Promise<void> => {
  const { manifest } = backup
  const { before } = splitMigrations(manifest)
  const client = new DatabaseClient({ ...owner, application_name: `billfold restore ${process.pid}` })
  await client.connect()
  let part: string | null = null
  try {
    await checkServer(client)
    await client.query(sessionSettings)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if ((await countTables(client)) > 0) throw new BackupError('The database isn’t empty: a backup is restored into an empty one only.')
    await prepareQueue(owner)
    await refuseOldJobs(client)
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'; set local synchronous_commit = on")
    await createExtensions(client)
    await makeSchema(client, before)
    await checkShape(client, manifest)
    await laidOpen(
      client,
      manifest.tables.map(({ name }) => name),
      async () => {
        for (const table of manifest.tables) {
          part = `the table ${table.name}`
          await loadTable(client, backup, table)
          if (table.rows >= 10_000) log(`  ${table.name}: ${table.rows.toLocaleString('en-US')} rows`)
        }
        part = null
        await restoreSequences(client, manifest, backup.path)
        log('Making the indexes ...')
      },
    )
    part = 'the job queue'
    await loadJobs(client, backup)
    part = null
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw toBackupError(error, backup.path, part)
  } finally {
    await client.end().catch(() => undefined)
  }
}
