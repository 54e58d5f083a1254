import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { withTestDatabase } from '#server/testing/database.ts'
import { enqueue, job, type Lane, runner } from './jobs.ts'
import { startWorker } from './worker.ts'

const names = { name: z.string() }
const declared = {
  identity: job('test.identity', names, { lane: 'identity' }),
  payments: job('test.payments', names, { lane: 'payments' }),
  scheduled: job('test.scheduled', names, { lane: 'scheduled' }),
  general: job('test.general', names),
}
const allLanes = Object.keys(declared) as Lane[]
const quiet = () => undefined

/** A queue whose jobs record their names when they start, and end when the test releases them. */
const setUp = async () => {
  const { owner: connection, database } = await withTestDatabase()
  const owner = new Client(connection)
  await owner.connect()
  onTestFinished(() => owner.end())
  const sql = async <Row>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as Row[]
  const ids = new Map<string, number>()
  const account = async (name: string) => {
    const known = ids.get(name)
    if (known !== undefined) return known
    const [user] = await sql<{ id: number }>("insert into users (issuer, subject) values ('test', $1) returning id::int", [name])
    ids.set(name, user!.id)
    return user!.id
  }
  const started: string[] = []
  const held: { name: string; end: () => void }[] = []
  return {
    sql,
    started,
    held,
    /** Queues jobs of an account: 'ada 1', 'ada 2', ... */
    queue: async (who: string, jobs: number, { lane = 'general', runAt }: { lane?: Lane; runAt?: Date } = {}) => {
      const userId = await account(who)
      await database.asUser(userId, async (db) => {
        for (let n = 1; n <= jobs; n++) await enqueue(db, declared[lane], { userId, name: `${who} ${n}` }, runAt ? { runAt } : {})
      })
    },
    start: async (run: (name: string) => Promise<void> = async () => undefined) => {
      const runners = allLanes.map((lane) =>
        runner(declared[lane], async ({ name }) => {
          started.push(name)
          await run(name)
        }),
      )
      const worker = await startWorker(connection, runners, { sweepMs: 200, log: quiet })
      onTestFinished(() => {
        for (const { end } of held) end()
        return worker.stop().catch(quiet)
      })
      return worker
    },
    /** For `start`: the job runs until the test calls `end`. */
    hold: (name: string) => new Promise<void>((end) => held.push({ name, end })),
    /** The jobs in the order in which workers would take them. */
    order: async () =>
      (
        await sql<{ name: string }>("select payload ->> 'name' as name from graphile_worker._private_jobs order by priority, run_at, id")
      ).map(({ name }) => name),
  }
}
const firsts = (names: string[], who: string) => names.findIndex((name) => name.startsWith(`${who} `))

test("a single job runs ahead of another account's thousand waiting jobs", async () => {
  const { queue, start, started } = await setUp()
  await queue('ada', 1000)
  await queue('bob', 1)
  await start()
  await expect.poll(() => started.includes('bob 1'), { timeout: 60_000 }).toBe(true)
  // Ahead of it are only the jobs that ran when it was queued.
  expect(firsts(started, 'bob')).toBeLessThan(5)
})

test('accounts are served round-robin, and a new account does not overtake the current round', async () => {
  const { queue, order, sql } = await setUp()
  await queue('ada', 4)
  await queue('bob', 2)
  expect(await order()).toEqual(['ada 1', 'bob 1', 'ada 2', 'bob 2', 'ada 3', 'ada 4'])
  // Two rounds are over: new jobs join the third, behind the job of ada that has waited longer.
  await sql(`delete from graphile_worker._private_jobs where payload ->> 'name' in ('ada 1', 'ada 2', 'bob 1', 'bob 2')`)
  await queue('cy', 2)
  expect(await order()).toEqual(['ada 3', 'cy 1', 'ada 4', 'cy 2'])
})

test('each lane has rounds of its own, and scheduled jobs take no place of due ones', async () => {
  const { queue, sql } = await setUp()
  await queue('later', 5, { runAt: new Date(Date.now() + 3_600_000) })
  await queue('later', 1)
  await queue('ada', 3, { lane: 'payments' })
  await queue('ada', 2)
  const rounds = await sql(
    `select payload ->> 'lane' as lane, payload ->> 'name' as name, priority as round from graphile_worker._private_jobs where run_at <= now() order by id`,
  )
  expect(rounds).toEqual([
    { lane: 'general', name: 'later 1', round: 0 },
    ...[1, 2, 3].map((n) => ({ lane: 'payments', name: `ada ${n}`, round: n - 1 })),
    ...[1, 2].map((n) => ({ lane: 'general', name: `ada ${n}`, round: n - 1 })),
  ])
})

test('five accounts with slow jobs occupy two slots each, and a sixth account runs at once', async () => {
  const { queue, start, hold, started, held } = await setUp()
  const slow = ['a', 'b', 'c', 'd', 'e']
  for (const who of slow) await queue(who, 20)
  await start((name) => (name.startsWith('mail') ? Promise.resolve() : hold(name)))
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(10)
  for (const who of slow) expect(started.filter((name) => name.startsWith(`${who} `))).toHaveLength(2)
  await queue('mail', 3)
  await expect.poll(() => started.filter((name) => name.startsWith('mail')), { timeout: 60_000 }).toHaveLength(3)
  // When a job of an account ends, its next one starts.
  held[0]!.end()
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(11)
  expect(held[10]!.name.slice(0, 1)).toBe(held[0]!.name.slice(0, 1))
})

test('with more accounts than slots, each account waits for at most one job of every other', async () => {
  const { queue, start, hold, started, held } = await setUp()
  const slow = Array.from({ length: 20 }, (_, i) => `s${i}`)
  for (const who of slow) await queue(who, 3)
  await start(hold)
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(12)
  await queue('bob', 1)
  for (let ended = 0; !started.includes('bob 1') && ended < 60; ended++) {
    held[ended]!.end()
    await expect.poll(() => held.length, { timeout: 60_000 }).toBeGreaterThan(12 + ended)
  }
  expect(firsts(started, 'bob')).toBeLessThanOrEqual(20)
  expect(started.slice(0, 20).toSorted()).toEqual(slow.map((who) => `${who} 1`).toSorted())
})

test('a failed job is queued behind the waiting jobs of its account, and occupies no slot until then', async () => {
  const { queue, start, hold, sql, started, held } = await setUp()
  await queue('ada', 4)
  await start(async (name) => {
    await hold(name)
    if (name === 'ada 1') throw new Error('not yet')
  })
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['ada 1', 'ada 2'])
  held[0]!.end()
  await expect.poll(() => started, { timeout: 60_000 }).toEqual(['ada 1', 'ada 2', 'ada 3'])
  expect(await sql("select priority from graphile_worker._private_jobs where last_error like '%not yet%'")).toEqual([{ priority: 4 }])
})

test('while hanging jobs fill the general lane, the other lanes continue, on few connections', async () => {
  const { queue, start, hold, started, held, sql } = await setUp()
  const stuck = Array.from({ length: 8 }, (_, i) => `s${i}`)
  for (const who of stuck) await queue(who, 5)
  const worker = await start((name) => (name.startsWith('s') ? hold(name) : Promise.resolve()))
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(12)
  await queue('reset', 1, { lane: 'identity' })
  await queue('event', 1, { lane: 'payments' })
  await queue('s0', 1, { lane: 'payments' })
  await queue('due', 1, { lane: 'scheduled' })
  await expect.poll(() => started.slice(12).toSorted(), { timeout: 60_000 }).toEqual(['due 1', 'event 1', 'reset 1', 's0 1'])
  expect(await worker.getQueueStats()).toMatchObject([{ name: 'test.general', lane: 'general', due: 28 + 12 }, { lane: 'payments' }])
  const [open] = await sql<{ connections: number }>(
    'select count(*)::int as connections from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  )
  // Four listen, one holds the locks, three take jobs and record their ends.
  expect(open!.connections).toBeLessThanOrEqual(8)
})

test.each(allLanes)('in the lane %s, the job of a killed worker is taken over, and the job of a running worker is not', async (lane) => {
  const { queue, start, hold, started, held, sql } = await setUp()
  await queue('long', 1, { lane })
  await start(hold)
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1)
  await start()
  await queue('orphan', 1, { lane, runAt: new Date(Date.now() + 3_600_000) })
  await sql(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '5 seconds', locked_by = 'pool-dead'
     where payload ->> 'name' = 'orphan 1'`,
  )
  await expect.poll(() => started, { timeout: 60_000 }).toContain('orphan 1')
  await sleep(600)
  expect(started.filter((name) => name === 'long 1')).toHaveLength(1)
})
