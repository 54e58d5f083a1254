import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createBackup } from './create-backup.ts'
import { checkOrigin, type FoundKeys } from './encryption-keys.ts'
import { getTablePath, jobsName, type Manifest, manifestName, sealManifest } from './manifest.ts'
import { readText, withBackup } from './open-backup.ts'
import { openFolderStore } from './restore-objects.ts'
import { restoreToServer } from './restore-server.ts'
import { openZip } from './unzip.ts'

// Backups that were changed together with all their hashes, so that only the contents of the rows reveal the change.

const folder = mkdtempSync(join(tmpdir(), 'billfold-tampered-'))
const quiet = () => undefined
let app: TestApp
let ada: Person
let owner: ClientConfig
let path: string
const masterKey = Buffer.alloc(32, 1)
let next = 0

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  ada = await app.person('ada')
  for (const name of ['Acme', 'Bolt', 'Cube']) await app.send(ada, 'POST', '/api/customers', { name })
  await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '90.00' })
  const [{ name }] = (await app.sql<{ name: string }>('select current_database() as name')) as [{ name: string }]
  owner = { ...inject('testServer').owner, database: name }
  await app.sql(`select graphile_worker.add_job('nobody.asks', '{}'::json, null, '2100-01-01T00:00:00Z')`)
  const taken = await createBackup(
    { owner, objects: app.objects, log: quiet, now: () => new Date() },
    { folder, prefix: 'good-', keys: null, authentication: { read: () => [masterKey] } },
  )
  path = taken.path
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Contents = { manifest: Omit<Manifest, 'authentication' | 'checksum'>; files: Map<string, string> }
/** Writes the backup again with a change. @param seal completes the manifest; by default without authentication */
const tampered = async (
  change: (contents: Contents) => void,
  seal: (contents: Contents['manifest'], authentication: Manifest['authentication']) => Manifest = (contents) =>
    sealManifest(contents, null),
): Promise<string> => {
  const zip = await openZip(path)
  const files = new Map<string, string>()
  for (const name of zip.names) files.set(name, await readText(await zip.read(name)))
  zip.close()
  const { checksum: _, authentication, ...contents } = JSON.parse(files.get(manifestName)!) as Manifest
  files.delete(manifestName)
  change({ manifest: contents, files })
  for (const table of contents.tables) {
    const text = files.get(getTablePath(table.name)) ?? ''
    Object.assign(table, { rows: text.split('\n').length - 1, bytes: Buffer.byteLength(text), sha256: sha256(text) })
  }
  contents.jobs.sha256 = sha256(files.get(jobsName)!)
  files.set(manifestName, JSON.stringify(seal(contents, authentication)))
  const out = new ZipFile()
  for (const [name, text] of files) out.addBuffer(Buffer.from(text), name)
  out.end()
  const file = join(folder, `changed-${++next}.backup`)
  await finished(out.outputStream.pipe(createWriteStream(file)))
  return file
}

/** Restores the file. @returns the error's message, or null, and the number of tables in the database */
const restoreFile = async (file: string): Promise<{ message: string | null; tables: number }> => {
  const database = `tampered_${process.pid}_${Date.now()}_${++next}`
  const admin = new Client({ ...inject('testServer').owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
  })
  const as = { ...owner, database }
  const target = { owner: as, appRole: String(inject('testServer').app.user), dataDir: folder, key: null, log: quiet }
  const message = await withBackup(file, (backup) =>
    restoreToServer(backup, { ...target, objects: openFolderStore(join(folder, `objects-${next}`)) }),
  ).then(
    () => null,
    (error: Error) => error.message,
  )
  const client = new Client(as)
  await client.connect()
  const { rows } = await client.query<{ count: number }>("select count(*)::int from pg_tables where schemaname = 'public'")
  await client.end()
  return { message, tables: rows[0]!.count }
}

const edit = (table: string, change: (text: string) => string) => (contents: Contents) =>
  void contents.files.set(getTablePath(table), change(contents.files.get(getTablePath(table))!))
const sequence = ({ manifest }: Contents, name: string) => manifest.sequences.find((one) => one.name === name)!
const columnOf = ({ manifest }: Contents, table: string, column: string) =>
  manifest.tables.find(({ name }) => name === table)!.columns.indexOf(column)

test('without a change, it is restored', async () => {
  expect(await restoreFile(await tampered(quiet))).toMatchObject({ message: null })
}, 400_000)

const damage: [string, (contents: Contents) => void, RegExp][] = [
  [
    'the schema of an unreleased build',
    ({ manifest }) => void Object.assign(manifest.migrations[0]!, { hash: 'a'.repeat(64) }),
    /before version 1\.0/,
  ],
  [
    'a sequence that was set back',
    (contents) => void Object.assign(sequence(contents, 'customers_id_seq'), { value: 1, isCalled: true }),
    /sequence customers_id_seq would give the id 2 next, and customers has ids up to 3/,
  ],
  [
    'a sequence that was never called',
    (contents) => void Object.assign(sequence(contents, 'customers_id_seq'), { value: 3, isCalled: false }),
    /would give the id 3 next/,
  ],
  [
    'a sequence beyond its end',
    (contents) => void Object.assign(sequence(contents, 'customers_id_seq'), { value: Number.MAX_SAFE_INTEGER }),
    /out of bounds/,
  ],
  ['a sequence that is missing', ({ manifest }) => void manifest.sequences.pop(), /sequences don’t match its tables/],
  [
    'a row without its user',
    (contents) => {
      const at = columnOf(contents, 'customers', 'user_id')
      edit('customers', (text) => text.replace(/^.*/, (line) => line.split('\t').with(at, '999').join('\t')))(contents)
    },
    /is damaged, or was changed/,
  ],
  ['a row twice', edit('customers', (text) => `${text + text.split('\n')[0]}\n`), /is damaged, or was changed/],
  ['a value of another type', edit('customers', (text) => text.replace(/^\d+/, 'ada')), /the table customers in it is damaged/],
  ['a byte that is no text', edit('customers', (text) => text.replace('Acme', 'Ac\\000me')), /the table customers in it is damaged/],
  [
    'a price below zero',
    (contents) => {
      const at = columnOf(contents, 'items', 'unit_price')
      const change = (line: string) => (line === '' ? line : line.split('\t').with(at, '-5.00').join('\t'))
      edit('items', (text) => text.split('\n').map(change).join('\n'))(contents)
    },
    /the table items in it is damaged/,
  ],
  ['a job that is none', ({ files }) => void files.set(jobsName, 'null\n'), /the job queue in it is damaged/],
  ['a job that isn’t counted', ({ files }) => void files.set(jobsName, ''), /0 of 1 jobs/],
  ['a table that is missing', ({ manifest }) => void manifest.tables.pop(), /don’t match the Billfold version/],
  [
    'a column of another name',
    ({ manifest }) => void manifest.tables[0]!.columns.splice(0, 1, '"; drop'),
    /don’t match the Billfold version/,
  ],
  [
    'a file outside the store',
    ({ manifest }) => void manifest.objects.push({ key: '../../secret.key', size: 0, sha256: sha256('') }),
    /manifest is incomplete/,
  ],
]
test.each(damage)('%s: refused with a message, and the database stays empty', { timeout: 400_000 }, async (_what, change, sentence) => {
  const { message, tables } = await restoreFile(await tampered(change))
  expect(message).toMatch(sentence)
  expect(message).not.toMatch(/violates|syntax|relation|constraint|invalid input|undefined|token/)
  expect(tables).toBe(0)
})

/** Changes fields of a file's entry in the directory of a ZIP archive. `at` is the offset in the entry, of 4 bytes. */
const patchEntry = (file: string, name: string, fields: [at: number, value: number][]) => {
  const bytes = readFileSync(file)
  const entry = bytes.lastIndexOf(name) - 46
  expect(bytes.readUInt32LE(entry)).toBe(0x02014b50)
  for (const [at, value] of fields) bytes.writeUInt32LE(value, entry + at)
  writeFileSync(file, bytes)
}
const [compressedSize, uncompressedSize] = [20, 24]
const open = (file: string, options = {}) => withBackup(file, async () => 'opened', options)

test('a small file that unpacks to gigabytes is refused by its directory, unless its operator trusts it', async () => {
  const file = await tampered(quiet)
  patchEntry(file, getTablePath('customers'), [[uncompressedSize, 4_000_000_000]])
  await expect(open(file)).rejects.toThrow(/has 1 MB and would unpack to 3,81\d MB.+ Nothing was changed\..+ --any-size\./)
  // Its size differs from that in the manifest, too.
  await expect(open(file, { anySize: true })).rejects.toThrow(/damaged: tables\/customers\.copy has another size than it should/)
})

test.each<[string, (file: string) => void, RegExp]>([
  [
    'a file that is larger than its manifest says',
    (file) => patchEntry(file, getTablePath('items'), [[uncompressedSize, 90_000_000]]),
    /items\.copy has another size/,
  ],
  [
    'files that share bytes',
    (file) => patchEntry(file, getTablePath('items'), [[compressedSize, 90_000_000]]),
    /can’t be restored: it is damaged\. Nothing/,
  ],
  [
    'a manifest that fills the memory',
    (file) => patchEntry(file, manifestName, [[uncompressedSize, 400_000_000]]),
    /can’t be restored: it is damaged\. Nothing/,
  ],
])('%s: refused before it is unpacked', async (_what, change, expected) => {
  const file = await tampered(quiet)
  expect(await open(file)).toBe('opened')
  change(file)
  await expect(open(file)).rejects.toThrow(expected)
})

test('a job that is longer than any real one is refused before the memory is full', async () => {
  const file = await tampered(({ files }) => void files.set(jobsName, `"${'x'.repeat(70_000_000)}"\n`))
  expect((await restoreFile(file)).message).toMatch(/the job queue in it is damaged/)
}, 400_000)

test.each([
  ['changed without its checksum', (text: string) => text.replace(/("value":)\d+/, '$17'), /manifest is damaged, or was changed/],
  ['without a checksum', (text: string) => text.replace(/,"checksum":"\w+"/, ''), /manifest is incomplete/],
])('a manifest %s is refused before anything else', async (_, change, expected) => {
  const file = await tampered(quiet)
  const zip = await openZip(file)
  const files = new Map<string, string>()
  for (const name of zip.names) files.set(name, await readText(await zip.read(name)))
  zip.close()
  const out = new ZipFile()
  for (const [name, text] of files) out.addBuffer(Buffer.from(name === manifestName ? change(text) : text), name)
  out.end()
  await finished(out.outputStream.pipe(createWriteStream(file)))
  await expect(withBackup(file, async () => undefined)).rejects.toThrow(expected)
})

const plantToken = edit('customers', (text) => text.replace('Acme', 'Evil'))
/** The MAC of the backup as it was, with a checksum that fits. */
const keepMac = (contents: object, authentication: Manifest['authentication']) =>
  ({ ...contents, authentication, checksum: sha256(JSON.stringify({ ...contents, authentication })) }) as Manifest
const own: FoundKeys = { from: 'the data folder', keys: [Buffer.alloc(32, 9), masterKey] }
const notAuthenticated = /^The backup is not authenticated .* Add --unauthenticated/
test.each<[string, () => Promise<string>, FoundKeys, { problem: unknown; isUnproven: boolean; summary: unknown }]>([
  ['as it was made', async () => path, own, { problem: null, isUnproven: false, summary: 'authenticated with the key of the data folder' }],
  [
    'changed, with the MAC that it had',
    () => tampered(plantToken, keepMac),
    own,
    { problem: expect.stringContaining('was changed after it was made'), isUnproven: false, summary: 'NOT authentic' },
  ],
  [
    'changed, without a MAC',
    () => tampered(plantToken),
    own,
    { problem: expect.stringMatching(notAuthenticated), isUnproven: true, summary: 'NOT proven: it was made without the key' },
  ],
  [
    'changed, with the MAC of another key',
    () => tampered(plantToken, (contents) => sealManifest(contents, Buffer.alloc(32, 2))),
    own,
    { problem: expect.stringMatching(notAuthenticated), isUnproven: true, summary: expect.stringContaining('NOT proven') },
  ],
  [
    'with its own key in it',
    async () => path,
    { from: 'the backup', keys: [masterKey] },
    { problem: null, isUnproven: true, summary: expect.stringContaining('the key is in the backup') },
  ],
])('a backup %s: its origin is told', async (_what, write, keys, expected) => {
  expect(await withBackup(await write(), async (backup) => checkOrigin(backup, keys))).toEqual(expected)
})
