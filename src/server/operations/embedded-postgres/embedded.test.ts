import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EmbeddedDatabaseError, startEmbedded } from './embedded.ts'
import { isRunning } from './processes.ts'
import {
  cleanUpAfterEach,
  createNote,
  createTempFolder,
  createUsedFolder,
  endProcess,
  getPostmasterPid,
  onCleanup,
  queryValue,
  readNote,
  script,
  start,
  startInChildProcess,
} from './testing.ts'

cleanUpAfterEach()

describe('a data folder', () => {
  test('gets a server at the first start, whose data persists and whose processes end', async () => {
    const dataDir = join(await createTempFolder({ open: true }), "a folder, with 'blanks'", 'data')
    const began = performance.now()
    const first = await start(dataDir)
    const firstMs = performance.now() - began
    expect(first.location).toBe(join(dataDir, 'postgres'))
    await queryValue(first, createNote)
    const settings = `select json_build_object('encoding', current_setting('server_encoding'), 'collate', datcollate, 'checksums', current_setting('data_checksums'),
      'tcp', current_setting('listen_addresses'), 'sync', current_setting('synchronous_commit'), 'fsync', current_setting('fsync'),
      'buffers', current_setting('shared_buffers'), 'owner', current_user, 'database', current_database()) as answer from pg_database where datname = current_database()`
    expect(await queryValue(first, settings)).toEqual({
      encoding: 'UTF8',
      collate: expect.stringMatching(/^C/),
      checksums: 'on',
      tcp: '',
      sync: 'on',
      fsync: 'on',
      buffers: '64MB',
      owner: 'billfold',
      database: 'billfold',
    })
    expect((await stat(join(first.location, 'password'))).mode & 0o777).toBe(0o600)
    await expect(queryValue({ connection: { ...first.connection, password: 'guess' } }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    )
    const pid = (await getPostmasterPid(first))!
    await first.stop()
    expect(isRunning(pid)).toBe(false)
    expect((await readdir(first.location)).toSorted()).toEqual(['data', 'password', 'run', 'server.log'])

    const again = performance.now()
    const second = await start(dataDir)
    const secondMs = performance.now() - again
    expect(await queryValue(second, readNote)).toBe('kept')
    console.log(`first start ${firstMs.toFixed(0)} ms, later start ${secondMs.toFixed(0)} ms`)
    expect(secondMs).toBeLessThan(3000)
  })

  test('whose path is too long for a socket has its socket under the temporary folder', async () => {
    const database = await start(join(await createTempFolder({ open: true }), 'long'.repeat(30)))
    onCleanup(() => database.stop().then(() => rm(database.connection.host, { recursive: true, force: true })))
    expect(database.connection.host).toMatch(/^\/tmp\/billfold-[0-9a-f]{12}$/)
    expect(await queryValue(database, 'select 1 as answer')).toBe(1)
  })

  test('of another PostgreSQL version is refused with instructions', async () => {
    const dataDir = await createTempFolder()
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
    const refusal = startEmbedded({ dataDir, exclusive: true, log: () => undefined })
    await expect(refusal).rejects.toThrow(EmbeddedDatabaseError)
    await expect(refusal).rejects.toThrow(
      /created by PostgreSQL 17, and this Billfold brings PostgreSQL 18.* back it up there, move .*postgres away/,
    )
  })

  test('that cannot be created is refused with its name', async () => {
    const file = join(await createTempFolder(), 'file')
    await writeFile(file, '')
    await expect(startEmbedded({ dataDir: join(file, 'data'), exclusive: true, log: () => undefined })).rejects.toThrow(
      /file\/data can't be created/,
    )
  })

  test('survives a killed first start and its stale lock file', async () => {
    const dataDir = await createTempFolder()
    const args = ['--input-type=module', '-e', script, join(import.meta.dirname, 'embedded.ts'), dataDir]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const files = () => readdir(join(dataDir, 'postgres')).catch(() => [])
    while (!(await files()).some((name) => name.startsWith('new-'))) await new Promise((resolve) => setTimeout(resolve, 5))
    await endProcess(child, 'SIGKILL')
    expect(await files()).toContain('start.lock')
    expect(await files()).not.toContain('data')
    const database = await start(dataDir)
    expect(await queryValue(database, 'select 1 as answer')).toBe(1)
  })
})

describe('one app per data folder', () => {
  test('a second app is refused with the pid of the first; a script may run beside it', async () => {
    const dataDir = await createUsedFolder()
    const first = await startInChildProcess(dataDir)
    const sentence = `The data folder ${dataDir} is in use by another Billfold process (pid ${first.child.pid}). Stop it first, or set DATA_DIR to another folder.`
    await expect(startEmbedded({ dataDir, exclusive: true, log: () => undefined })).rejects.toThrow(sentence)

    const tool = await start(dataDir, { exclusive: false })
    await queryValue(tool, createNote)
    await tool.stop()
    expect(await queryValue(first.database, readNote)).toBe('kept')
    const pid = (await getPostmasterPid(first.database))!
    await endProcess(first.child, 'SIGTERM')
    expect(isRunning(pid)).toBe(false)
  })

  test('the last of two scripts stops the server', async () => {
    const dataDir = await createUsedFolder()
    const one = await start(dataDir, { exclusive: false })
    const other = await start(dataDir, { exclusive: false })
    const pid = (await getPostmasterPid(one))!
    await one.stop()
    expect(await queryValue(other, 'select 1 as answer')).toBe(1)
    await other.stop()
    expect(isRunning(pid)).toBe(false)
  })

  test('of two apps that start at the same time on an empty folder, exactly one succeeds', async () => {
    const dataDir = await createTempFolder()
    const both = await Promise.all([startInChildProcess(dataDir), startInChildProcess(dataDir)])
    const winner = both.find(({ told }) => told.connection)!
    const loser = both.find(({ told }) => told.refusal !== undefined)!
    expect(loser.told.name).toBe('EmbeddedDatabaseError')
    expect(loser.told.refusal).toContain(`(pid ${winner.child.pid})`)
    expect(await queryValue(winner.database, 'select count(*)::int as answer from pg_database')).toBe(4)
    await endProcess(winner.child, 'SIGTERM')
  })
})
