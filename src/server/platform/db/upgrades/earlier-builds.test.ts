import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { withBackup } from '#server/operations/backup/open-backup.ts'
import { restoreEmbedded } from '#server/operations/backup/restore-embedded.ts'
import { openFolderStore } from '#server/operations/backup/restore-objects.ts'
import { restoreToServer } from '#server/operations/backup/restore-server.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { readEnv, SettingError } from '#server/platform/config/env.ts'
import { knownMigrations, prepareDatabase } from '#server/platform/db/migrate.ts'
import { createLogger } from '#server/platform/telemetry/logger.ts'
import { startApp } from '#server/start.ts'
import { withTestDatabase } from '#server/testing/database.ts'

// Databases and backups of builds before the first version are refused, and nothing is changed.

const quiet = () => undefined
/** Migrations of such a build, oldest first. */
const earlierMigrations = [
  { hash: 'a'.repeat(64), createdAt: 1_795_221_000_000 },
  { hash: 'b'.repeat(64), createdAt: 1_795_354_060_597 },
]

/** Makes a database look like one of an earlier build. */
const insertJournal = async (client: Client, migrations: readonly { hash: string; createdAt: number }[]) => {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { hash, createdAt } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt])
}

const withClient = async <T>(owner: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Everything that a start creates: extensions, roles, schemas, tables, functions and migrations. */
const describeDatabase = (client: Client) =>
  client
    .query(
      `select 'extension' as kind, extname::text as name from pg_extension union all select 'role', rolname from pg_roles
       union all select 'schema', nspname from pg_namespace where nspname not like 'pg\\_%' union all select 'relation', oid::regclass::text from pg_class where oid > 16384
       union all select 'function', oid::regprocedure::text from pg_proc where oid > 16384
       union all select 'migration', hash from drizzle.__drizzle_migrations order by 1, 2`,
    )
    .then(({ rows }) => rows)

const emptyDatabase = async (): Promise<ClientConfig> => {
  const owner = { ...inject('testServer').owner, database: `earlier_${randomUUID().replaceAll('-', '')}` }
  const run = (text: string) => withClient({ ...owner, database: 'postgres' }, (client) => client.query(text))
  await run(`create database ${owner.database}`)
  onTestFinished(async () => void (await run(`drop database if exists ${owner.database} with (force)`)))
  return owner
}

const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-earlier-'))
  // As root, the database runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const start = (variables: Record<string, string>) =>
  startApp(readEnv({ PORT: '0', ...variables }), { dist: null, logger: createLogger({ level: 'error', format: 'text', write: quiet }) })

test('the database of DATABASE_URL of an earlier build is refused, and not changed', async () => {
  const owner = await emptyDatabase()
  await withClient(owner, (client) => insertJournal(client, earlierMigrations))
  const before = await withClient(owner, describeDatabase)
  const role = `app_of_${owner.database}`
  const refused = await prepareDatabase(owner, role).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect((refused as Error).message).toBe(
    'The database of DATABASE_URL was made by an earlier build of Billfold, whose tables this version cannot read. Nothing was changed. ' +
      'Start it with the build of commit 2c88794d, or set DATABASE_URL to an empty database.',
  )
  expect(await withClient(owner, describeDatabase)).toEqual(before)
})

test('a migration with another text than this version’s is of an earlier build; a newer one is of a newer version', async () => {
  const { owner, app } = await withTestDatabase()
  const newest = knownMigrations().at(-1)!.createdAt
  await withClient(owner, (client) => insertJournal(client, [{ hash: 'c'.repeat(64), createdAt: newest + 1 }]))
  expect(await prepareDatabase(owner, app.user!)).toMatchObject({ user: app.user })
  await withClient(owner, (client) => insertJournal(client, [{ hash: 'd'.repeat(64), createdAt: newest }]))
  await expect(prepareDatabase(owner, app.user!)).rejects.toThrow(/was made by an earlier build/)
})

test('a data folder of an earlier build is refused at the start of the app, and no file is written', async () => {
  const dataDir = emptyFolder()
  const within = async <T>(work: (owner: ClientConfig) => Promise<T>) => {
    const database = await startEmbedded({ dataDir, exclusive: false, log: quiet })
    return work(database.connection).finally(database.stop)
  }
  const files = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('postgres/'))
  const before = await within((owner) =>
    withClient(owner, async (client) => {
      await insertJournal(client, earlierMigrations)
      return describeDatabase(client)
    }),
  )
  const filesBefore = files()
  const refused = await start({ DATA_DIR: dataDir }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect((refused as Error).message).toContain(`The database in ${dataDir} was made by an earlier build of Billfold`)
  expect((refused as Error).message).toMatch(/commit 2c88794d, or set DATA_DIR to an empty folder\.$/)
  expect(files()).toEqual(filesBefore)
  expect(await within((owner) => withClient(owner, describeDatabase))).toEqual(before)
}, 400_000)

test('a backup of an earlier build is refused, and nothing is restored', async () => {
  const { owner } = await withTestDatabase()
  const folder = emptyFolder()
  const objects = openFolderStore(join(folder, 'objects'))
  const { path } = await createBackup({ owner, objects, log: quiet, now: () => new Date() }, { folder, prefix: '', keys: null })
  const filesBefore = readdirSync(folder, { recursive: true })
  const target = await emptyDatabase()
  const dataDir = join(folder, 'data')
  const sentence =
    'The backup was made by an earlier build of Billfold, whose tables this version cannot read. Nothing was changed. Restore it with the build of commit 2c88794d.'
  const key = Buffer.alloc(32).toString('base64')
  await withBackup(path, async (backup) => {
    const earlier = { ...backup, manifest: { ...backup.manifest, migrations: earlierMigrations } satisfies Manifest }
    const toServer = { owner: target, appRole: 'unused', dataDir, key, objects, log: quiet }
    await expect(restoreToServer(earlier, toServer)).rejects.toThrow(sentence)
    const embedded = { dataDir, appRole: 'unused', key, replace: true, bucket: null, log: quiet }
    await expect(restoreEmbedded(earlier, embedded)).rejects.toThrow(sentence)
  })
  expect(readdirSync(folder, { recursive: true })).toEqual(filesBefore)
  const tables = await withClient(target, (client) => client.query("select 1 from pg_class where relnamespace = 'public'::regnamespace"))
  expect(tables.rows).toEqual([])
})
