import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { withBackup } from '#server/operations/backup/open-backup.ts'
import { openFolderStore } from '#server/operations/backup/restore-objects.ts'
import { restoreToServer } from '#server/operations/backup/restore-server.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { knownMigrations, prepareDatabase } from '#server/platform/db/migrate.ts'
import { copyMigrationsUpTo } from '#server/platform/db/testing/past-migrations.ts'
import { insertSampleRows, readLedgerRows, sampleUserCount } from '#server/platform/db/testing/sample-rows.ts'

// Every prefix of the list of migrations counts as a version that some server still runs.

type Journal = { entries: { tag: string; when: number }[] }
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`../migrations/${name}`, import.meta.url), 'utf8')) as T
const journal = read<Journal>('meta/_journal.json').entries
const tags = journal.map(({ tag }) => tag)

/** Pairs of migrations that were released together; the second one inserts the first rows of these tables. */
const halves: Record<string, string[]> = {
  '0006_invoices_whole': ['invoice_events'],
  '0008_estimates_whole': ['estimate_events', 'public_estimates'],
  '0009_one_link': ['estimate_events', 'public_estimates'],
}

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

/** An empty database with the schema of that version, built on the previous one so that each migration runs once. */
let newest = { tag: -1, name: 'template1' }
const emptyAt = async (index: number) => {
  const name = `past_${unique}_${index}`
  const owner = await databaseOf(name, newest.name)
  const client = new Client(owner)
  await client.connect()
  await client.query('set client_min_messages = warning')
  const { folder, remove } = copyMigrationsUpTo(tags[index]!)
  await migrate(drizzle(client), { migrationsFolder: folder }).finally(remove)
  await client.end()
  if (newest.tag >= 0) await drop(newest.name)
  newest = { tag: index, name }
  return name
}

test('a released migration never changes, and a new one follows all others', () => {
  const released = read<Record<string, string>>('released.json')
  const known = knownMigrations()
  const now = Object.fromEntries(journal.map(({ tag }, i) => [tag, known[i]!.hash]))
  // A new migration needs a line in released.json; instead of changing a released one, add another.
  expect(now).toEqual(released)
  expect(journal.map(({ when }) => when)).toEqual(journal.map(({ when }) => when).toSorted((a, b) => a - b))
})

test('restoring a backup of an older schema gives the same rows as upgrading its database', async () => {
  const owner = await databaseOf(`older_${unique}`)
  const { user } = inject('testServer').app
  const folder = mkdtempSync(join(tmpdir(), 'billfold-older-'))
  const objects = openFolderStore(join(folder, 'objects'))
  const wish = { folder, prefix: 'older-', keys: null }
  const { folder: migrationsFolder, remove } = copyMigrationsUpTo('0015_payments_lean')
  const client = new Client(owner)
  const restored = new Client(await databaseOf(`anew_${unique}`))
  try {
    await Promise.all([client.connect(), restored.connect()])
    await client.query('set client_min_messages = warning')
    await migrate(drizzle(client), { migrationsFolder }).finally(remove)
    await insertSampleRows(client, [])
    const { path } = await createBackup({ owner, objects, log: () => undefined, now: () => new Date() }, wish)
    const target = {
      owner: { ...owner, database: restored.database! },
      appRole: user!,
      dataDir: folder,
      key: null,
      objects,
      log: () => undefined,
    }
    await withBackup(path, (backup) => restoreToServer(backup, target))
    await prepareDatabase(owner, user!)
    const [there, upgraded] = [await readLedgerRows(restored), await readLedgerRows(client)]
    expect(there).toEqual(upgraded)
    expect(there.invoices).toHaveLength(6)
    // Rows that later migrations derived: checksums, search entries, days of refunds.
    const made = async (of: Client) =>
      (await of.query('select (select count(*)::int from search_entries) as entries, (select count(seal)::int from invoices) as seals'))
        .rows
    expect(await made(restored)).toEqual(await made(client))
  } finally {
    await Promise.all([client.end(), restored.end()])
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each(tags)('a database of %s with rows in every table is migrated: nothing is lost, and the ledger is consistent', async (tag) => {
  const owner = await databaseOf(`filled_${unique}_${tag.slice(0, 4)}`, await emptyAt(tags.indexOf(tag)))
  const { user } = inject('testServer').app
  const client = new Client(owner)
  await client.connect()
  const look = async () => {
    await client.query('set client_min_messages = warning')
    await insertSampleRows(client, halves[tag] ?? [])
    const before = await readLedgerRows(client)
    await prepareDatabase(owner, user!)
    return { before, after: await readLedgerRows(client) }
  }
  const { before, after } = await look().finally(() => client.end())
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length > 0, table).toBe(!halves[tag]?.includes(table))
    if (rows.length === 0) continue
    // Columns may be added and removed; the values of all remaining columns are unchanged.
    const now = after[table]!
    const columns = Object.keys(rows[0]!).filter((column) => column in now[0]!)
    const only = (list: Record<string, unknown>[]) => list.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
    expect(only(now), table).toEqual(only(rows))
  }
  const database = openDatabase({ ...inject('testServer').app, database: owner.database }, { max: 2, log: () => undefined })
  try {
    for (let user = 1; user <= sampleUserCount; user++) {
      const health = await database.atOneMoment(user, async (db) => checkLedger(db, await getUserToday(db, new Date())))
      expect(health.findings).toEqual([])
      expect(health.checks.reduce((sum, { looked }) => sum + looked, 0)).toBeGreaterThan(20)
    }
  } finally {
    await database.close()
    await drop(owner.database)
  }
})
