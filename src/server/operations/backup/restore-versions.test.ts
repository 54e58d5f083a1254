import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { withNext } from '#server/platform/db/testing/next-migration.ts'
import { insertSampleRows } from '#server/platform/db/testing/sample-rows.ts'
import { hasPostgreSql15, startPostgreSql15 } from '#server/testing/postgresql-15.ts'
import { createBackup } from './create-backup.ts'
import { inspectDatabase } from './empty-database.ts'
import { withBackup } from './open-backup.ts'
import { openFolderStore } from './restore-objects.ts'
import { restoreToServer, tryRestoreToServer } from './restore-server.ts'

// A database with a row in each table and with each value of each enum is restored into the oldest and the newest PostgreSQL.

const folder = mkdtempSync(join(tmpdir(), 'billfold-versions-'))
const quiet = () => undefined
const objects = () => openFolderStore(mkdtempSync(join(folder, 'objects-')))
let oldest: Awaited<ReturnType<typeof startPostgreSql15>> | undefined
let next = 0
beforeAll(async () => {
  if (hasPostgreSql15) oldest = await startPostgreSql15()
})
afterAll(async () => {
  await oldest?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const servers = { '15': () => oldest!.owner, 'the embedded one': () => inject('testServer').owner }
type Server = keyof typeof servers
const versions = (Object.keys(servers) as Server[]).map((name) => [name] as const)

const query = async (owner: ClientConfig, text: string) => {
  const client = new Client(owner)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

/** An empty database on a server, until the test ends. Its name is also that of the app's role. */
const createDatabase = async (server: Server): Promise<ClientConfig & { database: string }> => {
  const owner = servers[server]()
  const name = `version_${process.pid}_${Date.now()}_${++next}`
  await query({ ...owner, database: 'postgres' }, `create database ${name}`)
  onTestFinished(async () => {
    await query({ ...owner, database: 'postgres' }, `drop database if exists ${name} with (force)`)
    await query({ ...owner, database: 'postgres' }, `drop role if exists ${name}`)
  })
  return { ...owner, database: name }
}

const backUp = (owner: ClientConfig) =>
  createBackup(
    { owner, objects: objects(), log: quiet, now: () => new Date() },
    { folder, prefix: 'version-', keys: null, authentication: null },
  )

/** A value of an enum that came later than the enum, and a row with it. */
const laterValue = `
  ALTER TYPE entry_kind ADD VALUE 'barter';
  CREATE TABLE barters (user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE, id bigint NOT NULL, kind entry_kind NOT NULL, PRIMARY KEY (user_id, id));
  ALTER TABLE barters ENABLE ROW LEVEL SECURITY;
  ALTER TABLE barters FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_rows ON barters USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());`

/** A backup of a database on the embedded server with sample rows, and the folder of its migrations. */
const makeBackup = async () => {
  const migrationsFolder = withNext(laterValue)
  const owner = await createDatabase('the embedded one')
  await prepareDatabase(owner, owner.database)
  const client = new Client(owner)
  client.on('error', quiet)
  await client.connect()
  await insertSampleRows(client)
  await prepareDatabase(owner, owner.database, migrationsFolder)
  await client.query("insert into barters values (1, 1, 'barter')")
  await client.end()
  return { ...(await backUp(owner)), migrationsFolder }
}

/** Everything in a database and of its server that a restore makes. */
const readState = async (owner: ClientConfig) => {
  const { rows: schemas } = await query(owner, 'select nspname from pg_namespace union all select extname from pg_extension order by 1')
  const { rows: roles } = await query(owner, `select rolname from pg_roles where rolname = '${owner.database}'`)
  const client = new Client(owner)
  await client.connect()
  return { schemas, roles, target: await inspectDatabase(client).finally(() => client.end()) }
}

test.each(versions)('on PostgreSQL %s: a trial changes nothing, and a restore has every row', async (server) => {
  if (server === '15' && !hasPostgreSql15) return
  const { path, manifest, migrationsFolder } = await makeBackup()
  const owner = await createDatabase(server)
  const store = objects()
  const options = { owner, appRole: owner.database, dataDir: folder, key: null, objects: store, migrationsFolder, log: quiet }
  const before = await readState(owner)
  await withBackup(path, (backup) => tryRestoreToServer(backup, options))
  expect(await readState(owner)).toEqual(before)
  await withBackup(path, (backup) => restoreToServer(backup, options))
  const sums = (tables: typeof manifest.tables) => tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
  expect(sums((await backUp(owner)).manifest.tables)).toEqual(sums(manifest.tables))
  expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([])
  await expect(withBackup(path, (backup) => tryRestoreToServer(backup, options))).rejects.toThrow(
    /has \d+ tables and \d+ other objects in it/,
  )
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test.each(versions)(
  'on PostgreSQL %s: a restore that fails leaves the database empty; one that is killed leaves what no app starts on and the next removes',
  async (server) => {
    if (server === '15' && !hasPostgreSql15) return
    const { path, migrationsFolder } = await makeBackup()
    const owner = await createDatabase(server)
    const before = await readState(owner)
    const options = { owner, appRole: owner.database, dataDir: folder, key: null, objects: objects(), migrationsFolder }
    const restoreUntil = (line: RegExp, act: () => Promise<unknown>) => {
      let acting: Promise<unknown> = Promise.resolve()
      const log = (text: string) => {
        if (line.test(text)) acting = act()
      }
      return withBackup(path, (backup) => restoreToServer(backup, { ...options, log })).finally(() => acting)
    }
    // The restore's connection breaks after all rows are loaded.
    const breakConnection = () =>
      query(
        { ...owner, database: 'postgres' },
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${owner.database}'`,
      )
    await expect(restoreUntil(/indexes/, breakConnection)).rejects.toThrow(/Nothing was changed/)
    expect(await readState(owner)).toEqual(before)

    // As a killed process leaves it: marked, with tables and without rows.
    await query(owner, "create schema billfold_restore; create table billfold_restore.added as select 'schema' as type, 'drizzle' as name")
    await query(owner, "create table users (id bigint); create schema drizzle; create type mood as enum ('good')")
    await expect(prepareDatabase(owner, owner.database, migrationsFolder)).rejects.toThrow(/was interrupted.*Run the restore again/)
    await restoreUntil(/never/, async () => undefined)
    expect((await query(owner, 'select count(*)::int as rows, max(kind::text) as kind from barters')).rows).toMatchObject([
      { kind: 'barter' },
    ])
    expect((await readState(owner)).target.isUnfinished).toBe(false)
  },
)
