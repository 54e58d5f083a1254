import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { prepareQueue } from '#server/platform/db/migrate.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { attachReceipt, smallPdf } from '#server/testing/upload.ts'
import { createBackup } from './create-backup.ts'
import { formatVersion, type Manifest } from './manifest.ts'
import { verifyBackup, withBackup } from './open-backup.ts'
import { openFolderStore } from './restore-objects.ts'
import { restoreToServer } from './restore-server.ts'

// Backups of one app under load are restored into other databases on the same server.

const folder = mkdtempSync(join(tmpdir(), 'billfold-backup-'))
const quiet = () => undefined
let app: TestApp
let ada: Person
let bob: Person
let owner: ClientConfig
let appRole: string
let customerId: number
let receiptKey: string
let next = 0

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  const [{ name }] = (await app.sql<{ name: string }>('select current_database() as name')) as [{ name: string }]
  owner = { ...inject('testServer').owner, database: name }
  appRole = String(inject('testServer').app.user)
  ada = await app.person('ada', { password: 'correct horse battery' })
  bob = await app.person('bob')
  await app.sql("update users set subscription_status = 'active'")
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Zoë' })).body.id
  // What the API refuses, to test the escaping of every character.
  await app.sql('update customers set name = $2 where id = $1', [customerId, 'Zoë\t\\N\u2028\n"Ltd"'])
  await app.database.asUser(ada.userId, (db) => rebuildSearchEntries(db, entities))
  await app.send(bob, 'POST', '/api/customers', { name: "Bob's own" })
  expect((await attachReceipt(app, ada, smallPdf, 'taxi.pdf')).status).toBe(201)
  receiptKey = (await app.sql<{ key: string }>('select object_key as key from files limit 1'))[0]!.key
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const take = (prefix: string, as = owner) =>
  createBackup({ owner: as, objects: app.objects, log: quiet, now: () => new Date() }, { folder, prefix, keys: null, authentication: null })

/** Creates an invoice of one to six lines. @returns its number, once the app has confirmed it */
const invoice = async (): Promise<string> => {
  const invoiceNumber = `B-${++next}`
  const lineItems = Array.from({ length: (next % 6) + 1 }, (_, i) => ({
    description: `Line ${i}`,
    quantity: '1.5',
    unitPrice: `${next}.99`,
  }))
  const body = { customerId, invoiceNumber, issueDate: '2026-01-01', dueDate: '2026-01-31', taxRate: '8.25', lineItems }
  const { status, body: reply } = await app.send(ada, 'POST', '/api/invoices', body)
  expect([status, reply.message]).toEqual([201, undefined])
  return invoiceNumber
}

/** Creates an empty database on the test's server, owned by the given role. */
const emptyDatabase = async (role?: string): Promise<string> => {
  const name = `restored_${process.pid}_${Date.now()}_${++next}`
  const admin = new Client({ ...inject('testServer').owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} ${role ? `owner ${role}` : ''}`)
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  return name
}

const restoreInto = async (
  path: string,
  as: ClientConfig,
  role = appRole,
): Promise<{ database: Database; objects: ReturnType<typeof openFolderStore> }> => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const objects = openFolderStore(join(dataDir, 'objects'))
  await withBackup(path, (backup) => restoreToServer(backup, { owner: as, appRole: role, dataDir, key: null, objects, log: quiet }))
  const database = openDatabase({ ...inject('testServer').app, database: as.database! }, { max: 2, log: quiet })
  onTestFinished(() => database.close())
  return { database, objects }
}

const tablesOf = ({ tables }: Manifest) => tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))

test('a backup under load is one snapshot: it has everything confirmed before, invoices are complete or missing, and the ledger is consistent', async () => {
  const before = await Promise.all(Array.from({ length: 20 }, invoice))
  await app.sql(
    `select graphile_worker.add_job('nobody.asks', '{"userId": 0, "text": "a\\n\\t\\\\ ß"}'::json, null, '2100-01-01T00:00:00Z', 7::smallint, 'the key')`,
  )
  let isOver = false
  const write = async () => {
    while (!isOver) await invoice()
  }
  const writing = Promise.all([write(), write(), write(), write()])
  const { path, manifest } = await take('busy-').finally(() => {
    isOver = true
  })
  await writing
  const as = { ...owner, database: await emptyDatabase() }
  const { database, objects } = await restoreInto(path, as)

  const found = await database.asUser(ada.userId, (db) =>
    db.rows<{ number: string; lines: number; wanted: number; public: number; events: number }>(
      `select number, right(number, -2)::int % 6 + 1 as wanted,
         (select count(*)::int from document_lines l where l.document_id = i.id) as lines,
         (select count(*)::int from public_links p where p.document_id = i.id) as public,
         (select count(*)::int from events e where e.subject_type = 'invoice' and e.subject_id = i.id and e.kind = 'created') as events
       from documents i`,
    ),
  )
  expect(before.filter((number) => !found.some((row) => row.number === number))).toEqual([])
  expect(found.filter(({ lines, wanted, events, public: open }) => lines !== wanted || events !== 1 || open !== 1)).toEqual([])
  const health = await database.atOneMoment(ada.userId, async (db) => checkLedger(db, await getUserToday(db, new Date()), entities))
  expect(health.findings).toEqual([])
  // A backup of the restored database has the same hash for every table.
  expect(tablesOf((await take('again-', as)).manifest)).toEqual(tablesOf(manifest))

  expect(Buffer.from((await objects.get(receiptKey))!).toString()).toBe(smallPdf)
  expect(await createAccountStore(database).findByCredentials('ada@example.com', 'correct horse battery')).toMatchObject({
    email: 'ada@example.com',
  })
  expect(await database.asUser(ada.userId, (db) => db.rows('select name from customers'))).toEqual([{ name: 'Zoë\t\\N\u2028\n"Ltd"' }])
  // The next row gets a new id, and row-level security is active again.
  await database.asUser(bob.userId, async (db) => {
    await db.rows("insert into customers (user_id, name) values ($1, 'After')", [bob.userId])
    expect(await db.rows('select name from customers order by id')).toEqual([{ name: "Bob's own" }, { name: 'After' }])
    expect(await db.rows("select title from search_entries where kind = 'customer'")).toEqual([{ title: "Bob's own" }])
  })
  expect(await database.pool.query('select sid from sessions')).toMatchObject({ rows: [] })
  // Waiting jobs are restored once, with their key, time and payload.
  const client = new Client(as)
  await client.connect()
  const { rows } = await client.query(
    `select j.task_identifier as name, j.run_at as at, j.max_attempts as tries, p.payload ->> 'text' as text
     from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.key = 'the key'`,
  )
  await client.end()
  expect(rows).toEqual([{ name: 'nobody.asks', at: new Date('2100-01-01T00:00:00Z'), tries: 7, text: 'a\n\t\\ ß' }])
})

test('an owner that row-level security applies to backs up and restores the same as one that bypasses it', async () => {
  const role = `plain_${process.pid}`
  const admin = new Client({ ...inject('testServer').owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${role} login password 'secret'`)
  const everything = await take('all-')
  const plain = { ...owner, user: role, password: 'secret', database: await emptyDatabase(role) }
  onTestFinished(async () => {
    await admin.query(`drop database ${plain.database} with (force)`)
    await admin.query(`drop role ${role}`)
    await admin.end()
  })
  await restoreInto(everything.path, plain)
  const again = await take('plain-', plain)
  const counts = ({ manifest }: { manifest: Manifest }) => manifest.tables.map(({ name, rows, bytes }) => ({ name, rows, bytes }))
  expect(counts(again)).toEqual(counts(everything))
  expect(counts(again).find(({ name }) => name === 'customers')?.rows).toBe(2)
  await verifyBackup(again.path)
  // Row-level security is active again, also for the owner.
  const client = new Client(plain)
  await client.connect()
  expect((await client.query('select 1 from customers')).rows).toEqual([])
  await client.query(`set app.user_id = '${bob.userId}'`)
  expect((await client.query('select name from customers')).rows).toEqual([{ name: "Bob's own" }])
  await client.end()
})

test('a truncated, modified or foreign file, or one of a newer version, is refused with a message, and nothing is changed', async () => {
  const { path } = await take('whole-')
  const whole = readFileSync(path)
  const file = join(folder, 'other.backup')
  const refused = async (bytes: Buffer) => {
    writeFileSync(file, bytes)
    const result = await verifyBackup(file).then(
      () => 'taken',
      (error: Error) => error.message,
    )
    return result
  }
  for (const length of [0, 21, 1000, Math.floor(whole.length / 2), whole.length - 1])
    expect(await refused(whole.subarray(0, length)), `${length} bytes`).toMatch(/can’t be restored: it is (incomplete|damaged)/)
  // One byte is changed anywhere: in a header, in compressed rows, in the manifest.
  let taken = 0
  for (let i = 0; i < 24; i++) {
    const changed = Buffer.from(whole)
    const at = Math.floor((i / 24) * (whole.length - 30))
    changed[at]! ^= 0x55
    const result = await refused(changed)
    // A byte without meaning (a time, a flag for other programs) may change: all contents are still the same then.
    if (result === 'taken') taken++
    else expect(result, `byte ${at}`).toMatch(/can’t be restored|not a Billfold backup|newer Billfold/)
  }
  expect(taken).toBeLessThan(12)
  // A byte of compressed rows, of a file or of the manifest always matters.
  for (const name of ['tables/customers.copy', `objects/${receiptKey}`, 'manifest.json']) {
    const changed = Buffer.from(whole)
    changed[whole.indexOf(name) + name.length + 12]! ^= 0x55
    expect(await refused(changed), name).toMatch(/can’t be restored: it is damaged/)
  }
  expect(await refused(Buffer.from('PK\u0003\u0004 but nothing else'.repeat(50)))).toMatch(/incomplete, or not a Billfold backup/)
  await expect(verifyBackup(folder)).rejects.toThrow(/is a folder/)
  await expect(verifyBackup(join(folder, 'none'))).rejects.toThrow(/does not exist/)
  // As a newer version would write it.
  await withBackup(path, async (backup) => {
    const ahead = {
      ...backup.manifest,
      migrations: [...backup.manifest.migrations, { hash: 'f'.repeat(64), createdAt: 9_999_999_999_999 }],
    }
    const as = { ...owner, database: await emptyDatabase() }
    const restored = restoreToServer(
      { ...backup, manifest: ahead },
      { owner: as, appRole, dataDir: folder, key: null, objects: openFolderStore(join(folder, 'o')), log: quiet },
    )
    await expect(restored).rejects.toThrow(/newer Billfold/)
    expect(formatVersion).toBe(1)
  })
})

test('an interrupted backup leaves no file, and a database with tables is not restored into', async () => {
  const over = new AbortController()
  const objects = {
    get: async () => {
      over.abort()
      return null
    },
  }
  const broken = createBackup(
    { owner, objects, log: quiet, now: () => new Date() },
    { folder, prefix: 'broken-', keys: null, authentication: null, signal: over.signal },
  )
  await expect(broken).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('broken-') || name.endsWith('.part'))).toEqual([])
  const { path } = await take('full-')
  await expect(restoreInto(path, owner)).rejects.toThrow(/has \d+ tables and \d+ other objects in it.*Nothing was changed/)
})

test('a backup does not write into a file of another account, and a queue with jobs of another app is refused', async () => {
  const [mine, at] = [join(folder, 'mine.txt'), new Date('2026-01-02T03:04:05Z')]
  writeFileSync(mine, 'untouched')
  symlinkSync(mine, join(folder, 'led-2026-01-02T03-04-05Z.backup.part'))
  const led = createBackup(
    { owner, objects: app.objects, log: quiet, now: () => at },
    { folder, prefix: 'led-', keys: null, authentication: null },
  )
  await expect(led).rejects.toThrow('exists already')
  expect(readFileSync(mine, 'utf8')).toBe('untouched')

  const { path } = await take('jobs-')
  const emptied = { ...owner, database: await emptyDatabase() }
  await prepareQueue(emptied)
  const client = new Client(emptied)
  client.on('error', quiet)
  await client.connect()
  await client.query("select graphile_worker.add_job('invoices.send', '{}')")
  await expect(restoreInto(path, emptied)).rejects.toThrow(/1 job waits.*Nothing was changed/)
  expect((await client.query("select to_regclass('public.users') as there")).rows).toEqual([{ there: null }])
  await client.end()
})
