import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { withTestDatabase } from '#server/testing/database.ts'
import { enqueue, job, runner } from './jobs.ts'
import { startWorker } from './worker.ts'

const greet = job('test.greet', { name: z.string() })
const quiet = () => undefined

const setUp = async () => {
  const test = await withTestDatabase()
  const owner = new Client(test.owner)
  await owner.connect()
  const [user] = await test.database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject) values ('test', 'ada') returning id"),
  )
  const userId = user!.id
  onTestFinished(() => owner.end())
  return {
    ...test,
    sql: async (text: string) => (await owner.query(text)).rows,
    queue: (name: string, key?: string) =>
      test.database.asUser(userId, (db) => enqueue(db, greet, { userId, name }, key === undefined ? {} : { key })),
    userId,
    worker: async (run: (name: string) => Promise<void>, sweepMs = 200) => {
      const worker = await startWorker(test.owner, [runner(greet, ({ name }) => run(name))], { sweepMs, log: quiet })
      onTestFinished(() => worker.stop().catch(quiet))
      return worker
    },
  }
}

test('a job is queued in the transaction of the change that needs it, or not at all', async () => {
  const { database, userId, sql, queue, worker } = await setUp()
  const greeted: string[] = []
  await worker(async (name) => void greeted.push(name))
  const failed = database.asUser(userId, async (db) => {
    await enqueue(db, greet, { userId, name: 'nobody' })
    throw new Error('stop here')
  })
  await expect(failed).rejects.toThrow('stop here')
  await queue('Ann')
  await expect.poll(() => greeted, { timeout: 60_000 }).toEqual(['Ann'])
  // The row is deleted after the job has run.
  await expect.poll(() => sql('select 1 from graphile_worker._private_jobs'), { timeout: 60_000 }).toEqual([])
})

test('the job of a killed worker is soon taken over; the job of a running worker is not', async () => {
  const { sql, queue, worker } = await setUp()
  const started: string[] = []
  const first = await worker(async (name) => {
    started.push(`first ${name}`)
    if (name === 'long') await sleep(1500)
  })
  await queue('long')
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['first long'])
  await worker(async (name) => void started.push(`second ${name}`))
  await sleep(800)
  expect(started).toEqual(['first long'])
  await expect.poll(() => sql('select 1 from graphile_worker._private_jobs'), { timeout: 5000 }).toEqual([])
  await first.stop()

  // As a SIGKILL leaves it: locked by a worker that no longer runs.
  await sql(
    `select graphile_worker.add_job('test.greet', '{"userId": 1, "name": "orphan"}', run_at => now() + interval '1 hour');
     update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '5 seconds', locked_by = 'pool-dead'`,
  )
  await expect.poll(() => started, { timeout: 60_000 }).toContain('second orphan')
})

test('a job that a worker took without learning it is soon taken again; one that it runs is not', async () => {
  const { sql, queue, worker } = await setUp()
  const started: string[] = []
  let finish: () => void = () => undefined
  await worker(async (name) => {
    started.push(name)
    if (name === 'long') await new Promise<void>((resolve) => (finish = resolve))
  })
  await queue('long')
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['long'])
  // As a connection that breaks before the answer leaves it, at the last attempt.
  await sql(`
    select graphile_worker.add_job('test.greet', '{"userId": 1, "name": "lost"}', max_attempts => 1, run_at => now() + interval '1 hour');
    update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now() - interval '10 seconds',
      locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null)`)
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['long', 'lost'])
  finish()
  await expect.poll(() => sql('select 1 from graphile_worker._private_jobs'), { timeout: 60_000 }).toEqual([])
  expect(started).toEqual(['long', 'lost'])
})

test('a kill takes none of the attempts of a job, up to a hundred', async () => {
  const { sql, worker } = await setUp()
  // As SIGKILLs leave them: each at its last attempt.
  for (const [name, most] of [
    ['twenty', 20],
    ['hundred', 100],
  ])
    await sql(
      `select graphile_worker.add_job('test.greet', '{"userId": 1, "name": "${name}"}', max_attempts => ${most}, run_at => now() + interval '1 hour');
       update graphile_worker._private_jobs set attempts = ${most}, locked_at = now() - interval '5 seconds', locked_by = 'pool-dead' where max_attempts = ${most}`,
    )
  await sql('update graphile_worker._private_jobs set run_at = now()')
  const started: string[] = []
  await worker(async (name) => void started.push(name))
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['twenty'])
  const left = 'select max_attempts, locked_by from graphile_worker._private_jobs'
  await expect.poll(() => sql(left), { timeout: 5000 }).toEqual([{ max_attempts: 100, locked_by: null }])
})

test('a stop waits for a running job for a moment, then returns it to the queue', async () => {
  const { queue, worker } = await setUp()
  const started: string[] = []
  const stuck = await worker(async () => {
    started.push('stuck')
    await sleep(30_000, undefined, { ref: false })
  })
  await queue('Ann')
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['stuck'])
  const at = Date.now()
  await stuck.stop()
  expect(Date.now() - at).toBeLessThan(20_000)
  await worker(async (name) => void started.push(name))
  await expect.poll(() => started, { timeout: 60_000 }).toContain('Ann')
})

test('a failed job is retried; a second job with the same key replaces the waiting one', async () => {
  const { sql, queue, worker } = await setUp()
  await queue('one', 'k')
  await queue('two', 'k')
  let tries = 0
  const greeted: string[] = []
  await worker(async (name) => {
    if (tries++ === 0) throw new Error('not yet')
    greeted.push(name)
  })
  await expect.poll(() => tries, { timeout: 60_000 }).toBe(1)
  await sql('update graphile_worker._private_jobs set run_at = now()')
  await expect.poll(() => greeted, { timeout: 60_000 }).toEqual(['two'])
})

test('the worker survives the loss of all its connections', async () => {
  const { sql, queue, worker } = await setUp()
  const greeted: string[] = []
  await worker(async (name) => void greeted.push(name))
  await queue('before')
  await expect.poll(() => greeted, { timeout: 60_000 }).toEqual(['before'])
  await sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await queue('after').catch(() => queue('after'))
  await expect.poll(() => greeted, { timeout: 60_000 }).toEqual(['before', 'after'])
})

/** A proxy to the database whose connections the test can cut and restore. */
const startProxy = async ({ host, port }: { host?: string | undefined; port?: number | undefined }) => {
  const sockets = new Set<Socket>()
  const listen = (at: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((near) => {
        const far = host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port ?? 5432}`) : connect(port ?? 5432, host)
        for (const socket of [near, far]) {
          sockets.add(socket)
          socket.on('error', quiet)
        }
        near.pipe(far).pipe(near)
      })
      server.listen(at, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port: at } = server.address() as AddressInfo
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  onTestFinished(() => cut().catch(quiet))
  return {
    owner: { host: '127.0.0.1', port: at },
    cut,
    restore: async () => {
      server = await listen(at)
    },
  }
}

test.each(['succeeds', 'fails'])('the end of a job that %s while the database is unavailable is recorded later', async (how) => {
  const given = await setUp()
  const proxy = await startProxy(given.owner)
  const started: string[] = []
  const worker = await startWorker(
    { ...given.owner, ...proxy.owner },
    [
      runner(greet, async ({ name }) => {
        started.push(name)
        await proxy.cut()
        if (how === 'fails') throw new Error('no luck')
      }),
    ],
    { sweepMs: 200, log: quiet },
  )
  onTestFinished(() => worker.stop().catch(quiet))
  await given.queue('Ann')
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['Ann'])
  await sleep(300)
  await proxy.restore()
  const left = () => given.sql('select attempts, last_error, locked_by from graphile_worker._private_jobs')
  await expect
    .poll(left, { timeout: 60_000 })
    .toEqual(how === 'succeeds' ? [] : [{ attempts: 1, last_error: expect.stringContaining('no luck'), locked_by: null }])
  expect(started).toEqual(['Ann'])
})
