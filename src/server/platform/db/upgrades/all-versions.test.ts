import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { withBackup } from '#server/operations/backup/open-backup.ts'
import { openFolderStore } from '#server/operations/backup/restore-objects.ts'
import { restoreToServer } from '#server/operations/backup/restore-server.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { knownMigrations, prepareDatabase } from '#server/platform/db/migrate.ts'
import { firstVersion, migrateUpTo } from '#server/platform/db/testing/past-migrations.ts'
import { readAllRows } from '#server/platform/db/testing/read-all-rows.ts'
import { insertSampleRows, sampleUserCount } from '#server/platform/db/testing/sample-rows.ts'

// Every prefix of the list of migrations, from the first version on, counts as a version that some server still runs.

type Journal = { entries: { tag: string; when: number }[] }
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`../migrations/${name}`, import.meta.url), 'utf8')) as T
const journal = read<Journal>('meta/_journal.json').entries
const tags = journal.map(({ tag }) => tag)
const versions = tags.slice(tags.indexOf(firstVersion))

const drop = (name: string) => admin.query(`drop database if exists ${name} with (force)`)
const unique = randomUUID().replaceAll('-', '').slice(0, 12)
const made: string[] = []
let admin: Client
beforeAll(async () => {
  admin = new Client({ ...inject('testServer').owner, database: 'postgres' })
  await admin.connect()
})
afterAll(async () => {
  for (const name of made) await drop(name)
  await admin.end()
})

const databaseOf = async (name: string, template = 'template1') => {
  await admin.query(`create database ${name} template ${template}`)
  made.push(name)
  return { ...inject('testServer').owner, database: name }
}

test('a released migration never changes, and a new one follows all others', () => {
  const released = read<Record<string, string>>('released.json')
  const known = knownMigrations()
  const now = Object.fromEntries(journal.map(({ tag }, i) => [tag, known[i]!.hash]))
  // A new migration needs a line in released.json; instead of changing a released one, add another.
  expect(now).toEqual(released)
  expect(journal.map(({ when }) => when)).toEqual(journal.map(({ when }) => when).toSorted((a, b) => a - b))
})

/** Runs `work` with a connection of the tables' owner. */
const withClient = async <T>(owner: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(owner)
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Checks the ledgers of the sample rows' users, whose search entries and journal do not belong to their records. */
const expectSoundLedgers = async (name: string) => {
  const database = openDatabase({ ...inject('testServer').app, database: name }, { max: 2, log: () => undefined })
  try {
    for (let user = 1; user <= sampleUserCount; user++) {
      await database.asUser(user, rebuildSearchEntries)
      await database.asUser(user, postAll)
      const health = await database.atOneMoment(user, async (db) => checkLedger(db, await getUserToday(db, new Date())))
      expect(health.findings).toEqual([])
      expect(health.checks.reduce((sum, { looked }) => sum + looked, 0)).toBeGreaterThan(20)
    }
  } finally {
    await database.close()
  }
}

/** An empty database with the schema of that version, built on the previous one so that each migration runs once. */
let newest = 'template1'
const emptyAt = async (tag: string) => {
  const owner = await databaseOf(`past_${unique}_${tag.slice(0, 4)}`, newest)
  await withClient(owner, (client) => migrateUpTo(client, tag))
  if (newest !== 'template1') await drop(newest)
  newest = owner.database
  return newest
}

/** A backup is restored by the same migrations: of the first, the middle and the last version is enough. */
const backedUpVersions = [versions[0], versions[Math.floor(versions.length / 2)], versions.at(-1)]

/** Restores a backup of a database, which migrates it, into another one. @returns what is left out of backups */
const restoreBackup = async (owner: ClientConfig, restored: ClientConfig, appRole: string): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const deps = { objects: openFolderStore(join(folder, 'objects')), log: () => undefined }
  const { path, manifest } = await createBackup({ ...deps, owner, now: () => new Date() }, { folder, prefix: 'older-', keys: null })
  await withBackup(path, (backup) => restoreToServer(backup, { ...deps, owner: restored, appRole, dataDir: folder, key: null }))
  return manifest.leftOut
}

test.each(versions)(
  'a database of %s with rows in every table is migrated: nothing is lost, the ledger is consistent, and a restored backup has the same rows',
  async (tag) => {
    const number = tag.slice(0, 4)
    const { user } = inject('testServer').app
    const owner = await databaseOf(`filled_${unique}_${number}`, await emptyAt(tag))
    const restored = backedUpVersions.includes(tag) ? await databaseOf(`restored_${unique}_${number}`) : null
    const before = await withClient(owner, async (client) => {
      await insertSampleRows(client)
      return readAllRows(client)
    })
    const leftOut = restored && (await restoreBackup(owner, restored, user!))
    await prepareDatabase(owner, user!)

    const after = await withClient(owner, readAllRows)
    if (tag < '0007_journal_taxes')
      expect(
        await withClient(
          owner,
          async (client) => (await client.query("select payload ->> 'userId' as id from graphile_worker._private_jobs")).rows,
        ),
      ).toEqual([{ id: '1' }, { id: '2' }])
    for (const [table, rows] of Object.entries(before)) {
      expect(rows.length, table).toBeGreaterThan(0)
      // Columns may be added and removed; the values of all remaining columns are unchanged.
      const now = after[table]!
      const columns = Object.keys(rows[0]!).filter((column) => column in now[0]!)
      const only = (list: Record<string, unknown>[]) => list.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
      expect(only(now), table).toEqual(only(rows))
    }
    if (restored && leftOut) {
      const backedUp = Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, leftOut.includes(table) ? [] : rows]))
      expect(await withClient(restored, readAllRows)).toEqual(backedUp)
    }
    for (const { database } of restored ? [owner, restored] : [owner]) {
      await expectSoundLedgers(database)
      await drop(database)
    }
  },
  120_000,
)

test('the sample rows fill every column of this version', async () => {
  const owner = await databaseOf(`columns_${unique}`, inject('testServer').template)
  const rows = await withClient(owner, async (client) => {
    await insertSampleRows(client)
    return readAllRows(client)
  })
  const empty = Object.entries(rows).flatMap(([table, list]) =>
    Object.keys(list[0]!)
      .filter((column) => list.every((row) => row[column] === null))
      .map((column) => `${table}.${column}`),
  )
  // Only credit notes, deductions of deposits and parts of estimates have them, which earlier versions do not know; or it is the other of two.
  const known = [
    'document_lines.credited_line_id',
    'document_lines.source_line_id',
    'documents.credited_invoice_id',
    'documents.deposit_amount',
  ]
  expect(empty.toSorted()).toEqual(known)
})
