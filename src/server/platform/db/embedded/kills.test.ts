import { existsSync } from 'node:fs'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { findPostmaster } from './postmaster.ts'
import { holdsWithin, lives } from './processes.ts'
import { afterwards, ask, createNote, end, postmasterOf, readNote, start, startElsewhere, tidying, usedFolder } from './testing.ts'

tidying()

describe('after a kill', () => {
  test('of the app, the next start adopts the server that lives on', async () => {
    const dataDir = await usedFolder()
    const { child, database } = await startElsewhere(dataDir)
    await ask(database, createNote)
    const pid = await postmasterOf(database)
    await end(child, 'SIGKILL')
    const next = await start(dataDir)
    expect(await postmasterOf(next)).toBe(pid)
    expect(await ask(next, readNote)).toBe('kept')
    // By now the guard of the killed app has looked: it leaves alone what another process uses.
    await sleep(6000)
    expect(await postmasterOf(next)).toBe(pid)
    expect(await ask(next, readNote)).toBe('kept')
    await next.stop()
    expect(lives(pid!)).toBe(false)
  })

  test('of the app, the server ends by itself within seconds; a start in that moment waits for it and finds everything', async () => {
    const dataDir = await usedFolder()
    const { child, database } = await startElsewhere(dataDir)
    await ask(database, createNote)
    const pid = (await postmasterOf(database))!
    await end(child, 'SIGKILL')
    // The lock is taken by the guard when it is about to stop the server.
    expect(await holdsWithin(30_000, () => existsSync(join(database.location, 'start.lock')))).toBe(true)
    const next = await start(dataDir)
    expect(lives(pid)).toBe(false)
    expect(await ask(next, readNote)).toBe('kept')
  })

  test('of a tool, the server stays for the app that uses it; of both, it ends', async () => {
    const dataDir = await usedFolder()
    const tool = await startElsewhere(dataDir, { role: 'tool' })
    const app = await startElsewhere(dataDir)
    const pid = (await postmasterOf(app.database))!
    await end(tool.child, 'SIGKILL')
    await sleep(6000)
    expect(lives(pid)).toBe(true)
    await end(app.child, 'SIGKILL')
    expect(await holdsWithin(30_000, () => !lives(pid))).toBe(true)
  })

  test('of app and server while a child of the server is at work, the next start ends it and starts anew', async () => {
    const dataDir = await usedFolder()
    const { child, database } = await startElsewhere(dataDir)
    await ask(database, createNote)
    const busy = new pg.Client(database.connection)
    busy.on('error', () => undefined)
    await busy.connect()
    const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
    const endless = busy.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => undefined)
    await end(child, 'SIGKILL')
    const pid = (await postmasterOf(database))!
    process.kill(pid, 'SIGKILL')
    await holdsWithin(5000, () => !lives(pid))
    expect(lives(rows[0]!.pid)).toBe(true)
    const next = await start(dataDir)
    expect(await ask(next, readNote)).toBe('kept')
    expect(lives(rows[0]!.pid)).toBe(false)
    await endless
  })

  test('a pid file whose number now belongs to a stranger is passed over', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    const pidFile = join(first.location, 'data/postmaster.pid')
    const content = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)))
    const { uid, gid } = await stat(join(first.location, 'data'))
    await chown(pidFile, uid, gid)
    expect(await ask(await start(dataDir), 'select 1 as answer')).toBe(1)
  })

  test('of the server alone, the app starts it again and keeps its lock', async () => {
    const dataDir = await usedFolder()
    const lines: string[] = []
    const database = await start(dataDir, { log: (line) => lines.push(line) })
    const pool = new pg.Pool({ ...database.connection, max: 2 })
    pool.on('error', () => undefined)
    afterwards(() => pool.end())
    await pool.query(createNote)
    for (const round of [1, 2]) {
      const pid = (await postmasterOf(database))!
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(
          () =>
            pool.query(readNote).then(
              ({ rows }) => rows[0].answer,
              () => 'not yet',
            ),
          { timeout: 10_000 },
        )
        .toBe('kept')
      expect(await postmasterOf(database)).not.toBe(pid)
      await expect.poll(() => lines.filter((line) => line === 'The database runs again.').length, { timeout: 10_000 }).toBe(round)
    }
    expect(lines).toContain('The database has ended unexpectedly; it is started again.')
    await expect(startEmbedded({ dataDir, exclusive: true, log: () => undefined })).rejects.toThrow(`(pid ${process.pid})`)
    const pid = (await postmasterOf(database))!
    await database.stop()
    expect(lives(pid)).toBe(false)
    expect(await findPostmaster(join(database.location, 'data'))).toBeUndefined()
  })
})
