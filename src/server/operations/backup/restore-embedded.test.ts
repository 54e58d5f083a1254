import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { testServerEnvironment } from '#root/scripts/server-command.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { getServerKeyContext } from '#server/platform/encryption/encrypted-columns.ts'
import { createKeyFile } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { mountSmallDisk } from '#server/testing/small-disk.ts'
import { verifyBackup } from './open-backup.ts'
import { finishSwap, planSwap } from './swap-folders.ts'

// Runs the commands on data folders with databases.

const folder = mkdtempSync(join(tmpdir(), 'billfold-restore-'))
// As root, the database runs as another account, which must be able to enter the folder.
chmodSync(folder, 0o755)
const home = join(folder, 'home')
const quiet = () => undefined
let file: string

type Run = { code: number | null; output: string; child: ChildProcess }
const begin = (script: string, dataDir: string, args: string[]) => {
  const child = spawn(process.execPath, [`dist-server/${script}.js`, ...args], {
    env: { ...testServerEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: once(child, 'exit') }
}
const run = async (script: string, dataDir: string, ...args: string[]): Promise<Run> => {
  const { child, output, ended } = begin(script, dataDir, args)
  const [code] = (await ended) as [number | null]
  return { code, output: output(), child }
}

/** Runs `work` with the database of a data folder. */
const within = async <T>(dataDir: string, work: (client: Client, app: ClientConfig) => Promise<T>): Promise<T> => {
  const database = await startEmbedded({ dataDir, exclusive: false, log: quiet })
  const client = new Client(database.connection)
  client.on('error', quiet)
  try {
    const app = await prepareDatabase(database.connection, 'billfold_app')
    await client.connect()
    return await work(client, app)
  } finally {
    await client.end()
    await database.stop()
  }
}
const namesIn = (dataDir: string) =>
  within(dataDir, async (client) =>
    (await client.query<{ name: string }>('select name from customers order by id')).rows.map(({ name }) => name),
  )

beforeAll(async () => {
  await within(home, async (client, app) => {
    await client.query("insert into users (issuer, subject, email) values ('test', 'ada', 'ada@example.com')")
    await client.query("insert into customers (user_id, name) values (1, 'Before')")
    const database = openDatabase(app, { max: 1, log: quiet })
    await database.asUser(1, (db) => rebuildSearchEntries(db, entities))
    await database.close()
    const { keyId, sealed } = createSecrets(createKeyFile(home)).encrypt('a secret', getServerKeyContext('test'))
    await client.query("insert into server_keys (name, key_id, sealed) values ('test', $1, $2)", [keyId, sealed])
  })
  const backup = await run('backup', home)
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('THE KEY IS NOT INCLUDED')])
  file = join(home, 'backups', readdirSync(join(home, 'backups'))[0]!)
}, 400_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a restore into a new folder needs the key; a dry run changes nothing', { timeout: 400_000 }, async () => {
  const away = join(folder, 'away')
  expect(await run('restore', away, file)).toMatchObject({ code: 1, output: expect.stringContaining('was not found. Put the secret.key') })
  expect(await run('restore', away, file, '--dry-run')).toMatchObject({
    code: 1,
    output: expect.stringContaining('which has no database yet'),
  })
  expect(existsSync(away)).toBe(false)
  mkdirSync(away)
  writeFileSync(join(away, 'secret.key'), readFileSync(join(home, 'secret.key')))
  const before = readdirSync(away)
  expect(await run('restore', away, file, '--dry-run')).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed') })
  expect(readdirSync(away)).toEqual(before)
  const { code, output } = await run('restore', away, file)
  expect([code, output]).toEqual([0, expect.stringContaining('1 book checked: everything agrees.')])
  expect(await namesIn(away)).toEqual(['Before'])
})

test('a database in use is not replaced; a killed restore changes nothing; with --replace the old database is kept', {
  timeout: 400_000,
}, async () => {
  await within(home, async (client) => {
    await client.query("insert into customers (user_id, name) values (1, 'After')")
  })
  expect(await run('restore', home, file)).toMatchObject({ code: 1, output: expect.stringMatching(/with 1 user in .*Add --replace/) })

  const app = await startEmbedded({ dataDir: home, exclusive: true, log: quiet })
  expect(await run('restore', home, file, '--replace')).toMatchObject({ code: 1, output: expect.stringContaining(`(pid ${process.pid})`) })
  await app.stop()

  const dying = begin('restore', home, [file, '--replace'])
  onTestFinished(() => void dying.child.kill('SIGKILL'))
  await expect.poll(() => dying.output(), { timeout: 60_000, interval: 20 }).toContain('Building the indexes')
  dying.child.kill('SIGKILL')
  await dying.ended
  expect(await namesIn(home)).toEqual(['Before', 'After'])

  const { code, output } = await run('restore', home, file, '--replace')
  expect([code, output]).toEqual([0, expect.stringContaining('the old one is kept as')])
  expect(await namesIn(home)).toEqual(['Before'])
  expect(existsSync(join(home, 'restoring'))).toBe(false)
  const kept = readdirSync(home).find((name) => name.startsWith('postgres.replaced-'))!
  const old = join(folder, 'old')
  mkdirSync(old)
  // The replaced database still starts.
  renameSync(join(home, kept), join(old, 'postgres'))
  expect(await namesIn(old)).toEqual(['Before', 'After'])
})

test('a swap that is interrupted at any point is completed later, and nothing is lost', async () => {
  // Every state that a kill can leave: before the n-th rename.
  for (let done = 0; done <= 4; done++) {
    const dir = join(folder, `swap-${done}`)
    mkdirSync(join(dir, 'restoring/postgres'), { recursive: true })
    mkdirSync(join(dir, 'restoring/objects'), { recursive: true })
    mkdirSync(join(dir, 'postgres'))
    mkdirSync(join(dir, 'objects'))
    for (const [name, text] of Object.entries({ postgres: 'old', objects: 'old', 'restoring/postgres': 'new', 'restoring/objects': 'new' }))
      writeFileSync(join(dir, name, 'text'), text)
    const moves = ['postgres', 'objects'].map((name) => ({
      from: join(dir, 'restoring', name),
      to: join(dir, name),
      aside: join(dir, `${name}.kept`),
    }))
    await planSwap(dir, moves)
    const steps = moves.flatMap(({ from, to, aside }) => [() => renameSync(to, aside), () => renameSync(from, to)])
    for (const step of steps.slice(0, done)) step()
    expect(await finishSwap(dir)).toBe(true)
    expect(await finishSwap(dir)).toBe(false)
    const readText = (name: string) => readFileSync(join(dir, name, 'text'), 'utf8')
    expect(['postgres', 'objects', 'postgres.kept', 'objects.kept'].map(readText), `after ${done} steps`).toEqual([
      'new',
      'new',
      'old',
      'old',
    ])
    expect(readdirSync(dir).toSorted()).toEqual(['objects', 'objects.kept', 'postgres', 'postgres.kept'])
  }
})

test('a killed backup leaves no complete file, and the next one succeeds; an interrupted one removes its draft', {
  timeout: 400_000,
}, async () => {
  const to = join(folder, 'kept')
  const named = (end: string) => (existsSync(to) ? readdirSync(to).filter((name) => name.endsWith(end)) : [])
  const stopAtDraft = async (signal: NodeJS.Signals) => {
    const making = begin('backup', home, ['--to', to])
    onTestFinished(() => void making.child.kill('SIGKILL'))
    const before = named('.part').length
    await expect.poll(() => named('.part').length, { timeout: 60_000, interval: 1 }).toBe(before + 1)
    making.child.kill(signal)
    const [code] = (await making.ended) as [number | null]
    return { code, output: making.output() }
  }
  expect(await stopAtDraft('SIGTERM')).toEqual({
    code: 1,
    output: expect.stringContaining('The backup was interrupted, and its incomplete file was removed.'),
  })
  expect([named('.backup'), named('.part')]).toEqual([[], []])

  expect((await stopAtDraft('SIGKILL')).code).toBeNull()
  expect(named('.backup')).toEqual([])
  const [left] = named('.part')
  expect(await run('backup', home, '--to', to)).toMatchObject({ code: 0, output: expect.stringContaining('verified, in') })
  const [whole] = named('.backup')
  await verifyBackup(join(to, whole!))
  // Another command could still be writing to it; after an hour it is removed.
  expect(named('.part')).toEqual([left])
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(to, left!), longAgo, longAgo)
  expect(await run('backup', home, '--to', to)).toMatchObject({ code: 0, output: expect.stringContaining('verified, in') })
  expect([named('.backup').length, named('.part')]).toEqual([2, []])
})

test.runIf(process.platform === 'linux')(
  'a backup folder or a data folder that cannot be created is refused at once',
  async () => {
    expect(await run('backup', home, '--to', '/proc/nowhere/backups')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The folder \/proc\/nowhere\/backups can’t be created \(ENOENT.*Choose another one\.$/m),
    })
    expect(await run('backup', '/proc/nowhere')).toMatchObject({
      code: 1,
      output: expect.stringContaining("The folder /proc/nowhere can't be created"),
    })
  },
  60_000,
)

const disk = mountSmallDisk(150)
afterAll(() => disk?.unmount())
test.runIf(disk)(
  'on a full disk, a restore and a backup fail with a message and change nothing',
  async () => {
    const { folder: full, fill, free } = disk!
    const dataDir = join(full, 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret.key'), readFileSync(join(home, 'secret.key')))
    fill()
    const sentence = /There is no space left on the disk.*Free some space/
    const refused = await run('restore', dataDir, file)
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })
    expect(refused.output).not.toMatch(/account|DATABASE_URL/)
    expect(await run('backup', home, '--to', full)).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })
    free()
    expect(readdirSync(full)).toEqual(['data'])
    // Too little space for a database, and enough for one but not for the backup's rows.
    for (const megabytes of [130, 108]) {
      writeFileSync(join(full, 'ballast'), Buffer.alloc(megabytes * 1024 * 1024))
      expect(await run('restore', dataDir, file)).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })
      expect(readdirSync(dataDir)).toEqual(['secret.key'])
    }
  },
  400_000,
)
