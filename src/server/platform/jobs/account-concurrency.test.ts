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
  general: job('test.general', names),
}
const allLanes = Object.keys(declared) as Lane[]
const quiet = () => undefined

/** A queue whose jobs note their names as they start, and end when they are let go. */
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
    const [user] = await sql<{ id: number }>("insert into users (issuer, subject) values ('test', $1) returning id", [name])
    ids.set(name, user!.id)
    return user!.id
  }
  const begun: string[] = []
  const held: { name: string; end: () => void }[] = []
  return {
    sql,
    begun,
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
          begun.push(name)
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
    /** For `start`: the job goes on until the test lets it end. */
    hold: (name: string) => new Promise<void>((end) => held.push({ name, end })),
    /** In the order in which they would be taken. */
    order: async () =>
      (
        await sql<{ name: string }>("select payload ->> 'name' as name from graphile_worker._private_jobs order by priority, run_at, id")
      ).map(({ name }) => name),
  }
}
const firsts = (names: string[], who: string) => names.findIndex((name) => name.startsWith(`${who} `))

test("one job runs ahead of another account's thousand that wait already", async () => {
  const { queue, start, begun } = await setUp()
  await queue('ada', 1000)
  await queue('bob', 1)
  await start()
  await expect.poll(() => begun.includes('bob 1'), { timeout: 30_000 }).toBe(true)
  // Before him came the turn of hers that was being served, and what runs beside it.
  expect(firsts(begun, 'bob')).toBeLessThan(5)
})

test('accounts are served in turns, and a newcomer does not run ahead of the turn that is being served', async () => {
  const { queue, order, sql } = await setUp()
  await queue('ada', 4)
  await queue('bob', 2)
  expect(await order()).toEqual(['ada 1', 'bob 1', 'ada 2', 'bob 2', 'ada 3', 'ada 4'])
  // Two turns are over: what comes now starts with the third, behind hers, which waits longer.
  await sql(`delete from graphile_worker._private_jobs where payload ->> 'name' in ('ada 1', 'ada 2', 'bob 1', 'bob 2')`)
  await queue('cy', 2)
  expect(await order()).toEqual(['ada 3', 'cy 1', 'ada 4', 'cy 2'])
})

test('lanes have turns of their own, and what is scheduled takes no turn from what is due', async () => {
  const { queue, sql } = await setUp()
  await queue('later', 5, { runAt: new Date(Date.now() + 3_600_000) })
  await queue('later', 1)
  await queue('ada', 3, { lane: 'payments' })
  await queue('ada', 2)
  const turns = await sql(
    `select payload ->> 'lane' as lane, payload ->> 'name' as name, priority as turn from graphile_worker._private_jobs where run_at <= now() order by id`,
  )
  expect(turns).toEqual([
    { lane: 'general', name: 'later 1', turn: 0 },
    ...[1, 2, 3].map((n) => ({ lane: 'payments', name: `ada ${n}`, turn: n - 1 })),
    ...[1, 2].map((n) => ({ lane: 'general', name: `ada ${n}`, turn: n - 1 })),
  ])
})

test('five accounts with slow jobs hold two slots each, and a sixth runs at once', async () => {
  const { queue, start, hold, begun, held } = await setUp()
  const slow = ['a', 'b', 'c', 'd', 'e']
  for (const who of slow) await queue(who, 20)
  await start((name) => (name.startsWith('mail') ? Promise.resolve() : hold(name)))
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(10)
  for (const who of slow) expect(begun.filter((name) => name.startsWith(`${who} `))).toHaveLength(2)
  await queue('mail', 3)
  await expect.poll(() => begun.filter((name) => name.startsWith('mail')), { timeout: 15_000 }).toHaveLength(3)
  // One of hers ends, one of hers begins.
  held[0]!.end()
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(11)
  expect(held[10]!.name.slice(0, 1)).toBe(held[0]!.name.slice(0, 1))
})

test('with more accounts than slots, each waits for one job of each other account at most', async () => {
  const { queue, start, hold, begun, held } = await setUp()
  const slow = Array.from({ length: 20 }, (_, i) => `s${i}`)
  for (const who of slow) await queue(who, 3)
  await start(hold)
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(12)
  await queue('bob', 1)
  for (let ended = 0; !begun.includes('bob 1') && ended < 60; ended++) {
    held[ended]!.end()
    await expect.poll(() => held.length, { timeout: 15_000 }).toBeGreaterThan(12 + ended)
  }
  expect(firsts(begun, 'bob')).toBeLessThanOrEqual(20)
  expect(begun.slice(0, 20).toSorted()).toEqual(slow.map((who) => `${who} 1`).toSorted())
})

test('a job that failed goes behind what its account has waiting, and takes no slot from it meanwhile', async () => {
  const { queue, start, hold, sql, begun, held } = await setUp()
  await queue('ada', 4)
  await start(async (name) => {
    await hold(name)
    if (name === 'ada 1') throw new Error('not yet')
  })
  await expect.poll(() => begun, { timeout: 15_000 }).toEqual(['ada 1', 'ada 2'])
  held[0]!.end()
  await expect.poll(() => begun, { timeout: 15_000 }).toEqual(['ada 1', 'ada 2', 'ada 3'])
  expect(await sql("select priority from graphile_worker._private_jobs where last_error like '%not yet%'")).toEqual([{ priority: 4 }])
})

test('while the general lane is full of jobs that hang, the other lanes go on, on few connections', async () => {
  const { queue, start, hold, begun, held, sql } = await setUp()
  const stuck = Array.from({ length: 8 }, (_, i) => `s${i}`)
  for (const who of stuck) await queue(who, 5)
  const worker = await start((name) => (name.startsWith('s') ? hold(name) : Promise.resolve()))
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(12)
  await queue('reset', 1, { lane: 'identity' })
  await queue('event', 1, { lane: 'payments' })
  await queue('s0', 1, { lane: 'payments' })
  await expect.poll(() => begun.slice(12).toSorted(), { timeout: 15_000 }).toEqual(['event 1', 'reset 1', 's0 1'])
  expect(await worker.getQueueStats()).toMatchObject([{ name: 'test.general', lane: 'general', due: 28 + 12 }, { lane: 'payments' }])
  const [open] = await sql<{ connections: number }>(
    'select count(*)::int as connections from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  )
  // Three listen, one holds the locks, three take jobs and write down their ends.
  expect(open!.connections).toBeLessThanOrEqual(7)
})

test.each(allLanes)(
  'in the lane %s, what a killed worker had taken is taken up, and what a living one is at is left to it',
  async (lane) => {
    const { queue, start, hold, begun, held, sql } = await setUp()
    await queue('long', 1, { lane })
    await start(hold)
    await expect.poll(() => held.length, { timeout: 15_000 }).toBe(1)
    await start()
    await queue('orphan', 1, { lane, runAt: new Date(Date.now() + 3_600_000) })
    await sql(
      `update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '5 seconds', locked_by = 'pool-dead'
     where payload ->> 'name' = 'orphan 1'`,
    )
    await expect.poll(() => begun, { timeout: 15_000 }).toContain('orphan 1')
    await sleep(600)
    expect(begun.filter((name) => name === 'long 1')).toHaveLength(1)
  },
)
