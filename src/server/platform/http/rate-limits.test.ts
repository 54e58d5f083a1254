import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createRateLimiter, formatWait } from './rate-limits.ts'

const addressKey = 'k'.repeat(43)
let testDatabase: TestDatabase
let owner: Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = new Client(testDatabase.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

const createLimiter = (log: (line: string) => void = () => undefined) =>
  createRateLimiter({ pool: testDatabase.database.pool, addressKey, log })
/** Makes counting fail, as on a full disk. */
const breakCounts = () => owner.query(`revoke all on rate_counts from ${testDatabase.app.user}`)
const restoreCounts = () => owner.query(`grant all on rate_counts to ${testDatabase.app.user}`)

const rule = { what: 'emails', max: 5, windowSeconds: 600 }

test('two nodes together allow exactly as many as the rule says, and say how long to wait', async () => {
  const nodes = [createLimiter(), createLimiter()]
  const results = await Promise.allSettled(Array.from({ length: 24 }, (_, i) => nodes[i % 2]!.limit({ ...rule, key: 'user:11' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refusal = {
    status: 429,
    message: 'Too many emails within a short time. Please try again in 10 minutes.',
    details: { retryAfter: 600 },
  }
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal)
  await nodes[0]!.limit({ ...rule, key: 'user:12' })
  await nodes[0]!.limit({ ...rule, what: 'previews', key: 'user:11' })
})

test('the count restarts when its window is over, and after the clock was set back', async () => {
  for (const endsAt of ["now() - interval '1 second'", "now() + interval '10 years'"]) {
    const { limit } = createLimiter()
    await owner.query(
      `insert into rate_counts values ('emails user:21', 5, ${endsAt}) on conflict (key) do update set count = 5, ends_at = ${endsAt}`,
    )
    for (let i = 0; i < 5; i++) await limit({ ...rule, key: 'user:21' })
    await expect(limit({ ...rule, key: 'user:21' })).rejects.toMatchObject({ status: 429, details: { retryAfter: 600 } })
  }
})

test('a transaction that started before the one that opened the window counts in that window', async () => {
  await owner.query("insert into rate_counts values ('emails user:71', 5, now() + interval '601 seconds')")
  await expect(createLimiter().limit({ ...rule, key: 'user:71' })).rejects.toMatchObject({ status: 429 })
})

test('repeated requests after a refusal cost no query', async () => {
  const { limit } = createLimiter()
  const onlyOne = { ...rule, max: 1, key: 'user:31' }
  await limit(onlyOne)
  await expect(limit(onlyOne)).rejects.toMatchObject({ status: 429 })
  await breakCounts()
  await expect(limit(onlyOne)).rejects.toMatchObject({ status: 429 })
  await restoreCounts()
})

test('who goes on after a refusal waits longer for each further one, and others wait for nothing', async () => {
  const { limit } = createLimiter()
  const onlyOne = { ...rule, max: 1, key: 'user:41' }
  await limit(onlyOne)
  const startedAt = performance.now()
  for (let i = 0; i < 5; i++) await expect(limit(onlyOne)).rejects.toMatchObject({ status: 429 })
  // Nothing for the first, then 20, 40, 60 and 80 ms; timers may end a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(190)
  await limit({ ...onlyOne, key: 'user:42' })
})

test('addresses are stored as keyed hashes, counted by network, and the loopback limit is ten times higher', async () => {
  const { limitAddress } = createLimiter()
  const rateLimit = { ...rule, max: 1 }
  await limitAddress(rateLimit, '2001:db8::1')
  await expect(limitAddress(rateLimit, '2001:db8::2')).rejects.toMatchObject({ status: 429 })
  await limitAddress(rateLimit, '2001:db8:0:1::1')
  for (let i = 0; i < 10; i++) await limitAddress(rateLimit, '127.0.0.1')
  await expect(limitAddress(rateLimit, '127.0.0.1')).rejects.toMatchObject({ status: 429 })
  const { rows } = await owner.query<{ key: string }>("select key from rate_counts where key like '%address:%'")
  expect(rows).toHaveLength(3)
  for (const { key } of rows) expect(key).toMatch(/^emails address:[\w-]{43}$/)
})

test('while counting fails, requests pass unless the limit is strict or per user', async () => {
  const logged: string[] = []
  const { limit, limitAddress } = createLimiter((line) => logged.push(line))
  await breakCounts()
  await limitAddress(rule, '192.0.2.1')
  await limitAddress(rule, '192.0.2.1')
  expect(logged).toEqual([expect.stringContaining("can't be counted")])
  await expect(limitAddress(rule, '192.0.2.1', { strict: true })).rejects.toThrow('rate_counts')
  await expect(limit({ ...rule, key: 'user:51' })).rejects.toThrow('rate_counts')
  await restoreCounts()
})

test('waits are formatted in seconds, minutes or hours', () => {
  expect([1, 10, 60, 61, 900, 18_000].map(formatWait)).toEqual(['1 second', '10 seconds', '1 minute', '2 minutes', '15 minutes', '5 hours'])
})
