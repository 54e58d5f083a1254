import { existsSync } from 'node:fs'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { findPostmaster } from './postmaster.ts'
import { isRunning, waitUntil } from './processes.ts'
import {
  cleanUpAfterEach,
  createNote,
  createUsedFolder,
  endProcess,
  getPostmasterPid,
  onCleanup,
  queryValue,
  readNote,
  start,
  startInChildProcess,
} from './testing.ts'

cleanUpAfterEach()

describe('after a kill', () => {
  test('of the app, the next start adopts the server that lives on', async () => {
    const dataDir = await createUsedFolder()
    const { child, database } = await startInChildProcess(dataDir)
    await queryValue(database, createNote)
    const pid = await getPostmasterPid(database)
    await endProcess(child, 'SIGKILL')
    const next = await start(dataDir)
    expect(await getPostmasterPid(next)).toBe(pid)
    expect(await queryValue(next, readNote)).toBe('kept')
    // The watchdog of the killed app has checked by now: it does not stop a server that another process uses.
    await sleep(6000)
    expect(await getPostmasterPid(next)).toBe(pid)
    expect(await queryValue(next, readNote)).toBe('kept')
    await next.stop()
    expect(isRunning(pid!)).toBe(false)
  })

  test('of the app, the watchdog stops the server within seconds; a start meanwhile waits for it and finds all data', async () => {
    const dataDir = await createUsedFolder()
    const { child, database } = await startInChildProcess(dataDir)
    await queryValue(database, createNote)
    const pid = (await getPostmasterPid(database))!
    await endProcess(child, 'SIGKILL')
    // The watchdog takes the lock when it is about to stop the server.
    expect(await waitUntil(30_000, () => existsSync(join(database.location, 'start.lock')))).toBe(true)
    const next = await start(dataDir)
    expect(isRunning(pid)).toBe(false)
    expect(await queryValue(next, readNote)).toBe('kept')
  })

  test('of a script, the server keeps running for the app; of both, it ends', async () => {
    const dataDir = await createUsedFolder()
    const tool = await startInChildProcess(dataDir, { role: 'tool' })
    const app = await startInChildProcess(dataDir)
    const pid = (await getPostmasterPid(app.database))!
    await endProcess(tool.child, 'SIGKILL')
    await sleep(6000)
    expect(isRunning(pid)).toBe(true)
    await endProcess(app.child, 'SIGKILL')
    expect(await waitUntil(30_000, () => !isRunning(pid))).toBe(true)
  })

  test('of app and server while a server process is still working, the next start ends it and starts a new server', async () => {
    const dataDir = await createUsedFolder()
    const { child, database } = await startInChildProcess(dataDir)
    await queryValue(database, createNote)
    const busy = new pg.Client(database.connection)
    busy.on('error', () => undefined)
    await busy.connect()
    const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
    const endless = busy.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => undefined)
    await endProcess(child, 'SIGKILL')
    const pid = (await getPostmasterPid(database))!
    process.kill(pid, 'SIGKILL')
    await waitUntil(5000, () => !isRunning(pid))
    expect(isRunning(rows[0]!.pid)).toBe(true)
    const next = await start(dataDir)
    expect(await queryValue(next, readNote)).toBe('kept')
    expect(isRunning(rows[0]!.pid)).toBe(false)
    await endless
  })

  test('a pid file whose id now belongs to another process is ignored', async () => {
    const dataDir = await createUsedFolder()
    const first = await start(dataDir)
    const pidFile = join(first.location, 'data/postmaster.pid')
    const content = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)))
    const { uid, gid } = await stat(join(first.location, 'data'))
    await chown(pidFile, uid, gid)
    expect(await queryValue(await start(dataDir), 'select 1 as answer')).toBe(1)
  })

  test('of the server alone, the app restarts it and keeps its lock', async () => {
    const dataDir = await createUsedFolder()
    const lines: string[] = []
    const database = await start(dataDir, { log: (line) => lines.push(line) })
    const pool = new pg.Pool({ ...database.connection, max: 2 })
    pool.on('error', () => undefined)
    onCleanup(() => pool.end())
    await pool.query(createNote)
    for (const round of [1, 2]) {
      const pid = (await getPostmasterPid(database))!
      process.kill(pid, 'SIGKILL')
      // A connection that is open may still be answered by a process of the server that was killed.
      await expect.poll(() => getPostmasterPid(database), { timeout: 60_000 }).not.toBe(pid)
      await expect
        .poll(
          () =>
            pool.query(readNote).then(
              ({ rows }) => rows[0].answer,
              () => 'not yet',
            ),
          { timeout: 60_000 },
        )
        .toBe('kept')
      await expect.poll(() => lines.filter((line) => line === 'The database is running again.').length, { timeout: 60_000 }).toBe(round)
    }
    expect(lines).toContain('The database ended unexpectedly; it is restarted.')
    await expect(startEmbedded({ dataDir, exclusive: true, log: () => undefined })).rejects.toThrow(`(pid ${process.pid})`)
    const pid = (await getPostmasterPid(database))!
    await database.stop()
    expect(isRunning(pid)).toBe(false)
    expect(await findPostmaster(join(database.location, 'data'))).toBeUndefined()
  })
})
