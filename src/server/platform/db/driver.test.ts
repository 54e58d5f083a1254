import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ClientConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connectToChannel } from '#server/platform/events/notification-channel.ts'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { openDatabase } from './client.ts'
import { DatabaseClient } from './driver.ts'
import { createReadinessCheck } from './readiness.ts'

// An uncaught exception fails the test run, as it would end the process of the product.

const quiet = () => undefined

/** A data row that announces 1,000 columns and ends there. */
const malformed = Buffer.from([0x44, 0, 0, 0, 6, 0x03, 0xe8])

/** A proxy to the database that can insert a malformed message into every answer. */
const startFaultyProxy = async ({ host, port = 5432, ...rest }: ClientConfig) => {
  const pairs = new Set<{ near: Socket; isMalformed: boolean }>()
  const server = createServer((near) => {
    const far = host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { near, isMalformed: false }
    pairs.add(pair)
    near.pipe(far)
    far.on('data', (chunk: Buffer) => near.write(pair.isMalformed ? malformed : chunk))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', quiet)
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const { near } of pairs) near.destroy()
    server.close()
  })
  return {
    connection: { ...rest, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    /** Makes the next answer on each open connection malformed. */
    corruptNext: () => {
      for (const pair of pairs) pair.isMalformed = true
    },
    /** Sends a malformed message on each connection at once, also when no answer is expected. */
    corruptNow: () => {
      for (const { near } of pairs) near.write(malformed)
    },
  }
}

test('a malformed answer fails every pending query, and the pool replaces the connection', async () => {
  const { app } = await withTestDatabase()
  const { connection, corruptNext, corruptNow } = await startFaultyProxy(app)
  const log: string[] = []
  const database = openDatabase(connection, { max: 3, log: (line) => log.push(line) })
  onTestFinished(database.close)
  const query = () => database.pool.query('select 1 as n')
  const ways = {
    transaction: () => database.asNobody((db) => db.rows('select 1')),
    'statement that is not awaited': () => database.asNobody(async (db) => db.send('select 1')),
    read: () => database.readAsUser(1, { name: 'one', text: 'select 1', values: [] }),
    pool: query,
    together: () => database.asNobody((db) => Promise.all([db.rows('select 1'), db.rows('select 2')])),
  }
  for (const [name, way] of Object.entries(ways)) {
    await query()
    corruptNext()
    await expect(way(), name).rejects.toThrow(/outside buffer bounds|out of range/)
    expect((await query()).rows, name).toEqual([{ n: 1 }])
  }
  // No query is pending: only the connection fails.
  corruptNow()
  await expect.poll(() => log).toEqual([expect.stringMatching(/connection broke and is replaced/)])
  expect((await query()).rows).toEqual([{ n: 1 }])
})

test('a request that gets a malformed answer from the database is answered 500 with its id, and the next one succeeds', async () => {
  const { app } = await withTestDatabase()
  const { connection, corruptNext } = await startFaultyProxy(app)
  const database = openDatabase(connection, { max: 1, log: quiet })
  onTestFinished(database.close)
  const http = await createFastifyApp({ publicUrl: () => new URL('http://localhost'), mounts: [] })
  http.get('/one', () => database.asNobody((db) => db.rows('select 1 as n')))
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  expect((await fetch(`${origin}/one`)).status).toBe(200)
  corruptNext()
  const failed = await fetch(`${origin}/one`)
  expect([failed.status, await failed.json()]).toEqual([
    500,
    { message: expect.stringMatching(`^Something went wrong on our side.*${failed.headers.get('x-request-id')}$`) },
  ])
  expect(await (await fetch(`${origin}/one`)).json()).toEqual([{ n: 1 }])
})

test('the job worker, the event listener and the readiness check reconnect after a malformed message', {
  timeout: 30_000,
}, async () => {
  const { app, owner, database } = await withTestDatabase()
  const proxies = { worker: await startFaultyProxy(owner), listener: await startFaultyProxy(app), readiness: await startFaultyProxy(app) }
  const log: string[] = []

  const done: number[] = []
  const count = job('test.count', { n: z.int() })
  const worker = await startWorker(proxies.worker.connection, [runner(count, async ({ n }) => void done.push(n))], {
    sweepMs: 200,
    log: (line) => log.push(line),
  })
  onTestFinished(() => worker.stop().catch(quiet))
  const direct = new DatabaseClient(owner)
  await direct.connect()
  onTestFinished(() => direct.end())
  const queue = (n: number) =>
    direct.query("select graphile_worker.add_job('test.count', json_build_object('userId', 1, 'n', $1::int))", [n])

  const heard: string[] = []
  let listening = 0
  const listener = connectToChannel({
    connection: proxies.listener.connection,
    channel: 'test_channel',
    onNotification: (payload) => heard.push(payload),
    onListening: () => void listening++,
    onDisconnected: quiet,
    log: (line) => log.push(line),
  })
  onTestFinished(() => listener.close())
  const readiness = createReadinessCheck(proxies.readiness.connection)
  onTestFinished(readiness.close)

  for (let round = 1; round <= 2; round++) {
    await expect.poll(() => listening, { timeout: 60_000 }).toBe(round)
    await database.pool.query("select pg_notify('test_channel', $1)", [`word ${round}`])
    await queue(round)
    await expect.poll(() => [done.at(-1), heard.at(-1)], { timeout: 60_000 }).toEqual([round, `word ${round}`])
    await expect.poll(() => readiness.missing(), { timeout: 5000 }).toBeNull()
    if (round > 1) break
    for (const { corruptNow } of Object.values(proxies)) corruptNow()
  }
  expect(log.join('\n')).toContain('Live updates pause')
  expect(worker.isRunning()).toBe(true)
})
