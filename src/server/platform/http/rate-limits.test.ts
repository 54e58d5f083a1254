import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createRateLimiter, formatWait, getNetworkPrefix } from './rate-limits.ts'

const addressKey = 'k'.repeat(43)
let made: TestDatabase
let owner: Client
beforeAll(async () => {
  made = await createTestDatabase()
  owner = new Client(made.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

const limitsOf = (log: (line: string) => void = () => undefined) => createRateLimiter({ pool: made.database.pool, addressKey, log })
/** From now on nothing can be counted, as on a full disk. */
const breakCounts = () => owner.query(`revoke all on rate_counts from ${made.app.user}`)
const mendCounts = () => owner.query(`grant all on rate_counts to ${made.app.user}`)

const rule = { what: 'e-mails', max: 5, windowSeconds: 600 }

test('two nodes at once let through as many as the rule says, not one more, and say how long to wait', async () => {
  const nodes = [limitsOf(), limitsOf()]
  const asked = await Promise.allSettled(Array.from({ length: 24 }, (_, i) => nodes[i % 2]!.limit({ ...rule, key: 'user:11' })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refusal = {
    status: 429,
    message: 'Too many e-mails within a short time. Please try again in 10 minutes.',
    details: { retryAfter: 600 },
  }
  for (const answer of asked) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(refusal)
  await nodes[0]!.limit({ ...rule, key: 'user:12' })
  await nodes[0]!.limit({ ...rule, what: 'previews', key: 'user:11' })
})

test('the count begins anew when its window is over, and after the clock was set back', async () => {
  for (const endsAt of ["now() - interval '1 second'", "now() + interval '10 years'"]) {
    const { limit } = limitsOf()
    await owner.query(
      `insert into rate_counts values ('e-mails user:21', 5, ${endsAt}) on conflict (key) do update set count = 5, ends_at = ${endsAt}`,
    )
    for (let i = 0; i < 5; i++) await limit({ ...rule, key: 'user:21' })
    await expect(limit({ ...rule, key: 'user:21' })).rejects.toMatchObject({ status: 429, details: { retryAfter: 600 } })
  }
})

test('a count that began a moment before the one that opened the window is still one of that window', async () => {
  await owner.query("insert into rate_counts values ('e-mails user:71', 5, now() + interval '601 seconds')")
  await expect(limitsOf().limit({ ...rule, key: 'user:71' })).rejects.toMatchObject({ status: 429 })
})

test('who goes on after a refusal costs no query', async () => {
  const { limit } = limitsOf()
  const once = { ...rule, max: 1, key: 'user:31' }
  await limit(once)
  await expect(limit(once)).rejects.toMatchObject({ status: 429 })
  await breakCounts()
  await expect(limit(once)).rejects.toMatchObject({ status: 429 })
  await mendCounts()
})

test('addresses are kept as keyed hashes only; one network is one, and what speaks for this machine may do ten times as much', async () => {
  const { limitAddress } = limitsOf()
  const one = { ...rule, max: 1 }
  await limitAddress(one, '2001:db8::1')
  await expect(limitAddress(one, '2001:db8::2')).rejects.toMatchObject({ status: 429 })
  await limitAddress(one, '2001:db8:0:1::1')
  for (let i = 0; i < 10; i++) await limitAddress(one, '127.0.0.1')
  await expect(limitAddress(one, '127.0.0.1')).rejects.toMatchObject({ status: 429 })
  const { rows } = await owner.query<{ key: string }>("select key from rate_counts where key like '%address:%'")
  expect(rows).toHaveLength(3)
  for (const { key } of rows) expect(key).toMatch(/^e-mails address:[\w-]{43}$/)
})

test('while nothing can be counted, whoever only looks is let through and all others fail', async () => {
  const logged: string[] = []
  const { limit, limitAddress } = limitsOf((line) => logged.push(line))
  await breakCounts()
  await limitAddress(rule, '192.0.2.1')
  await limitAddress(rule, '192.0.2.1')
  expect(logged).toEqual([expect.stringContaining("can't be counted")])
  await expect(limitAddress(rule, '192.0.2.1', { strict: true })).rejects.toThrow('rate_counts')
  await expect(limit({ ...rule, key: 'user:51' })).rejects.toThrow('rate_counts')
  await mendCounts()
})

test('networks and waits are written as people would', () => {
  expect(getNetworkPrefix('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(getNetworkPrefix('2001:DB8::1')).toBe('2001:db8:0:0::/64')
  expect(getNetworkPrefix('fe80::1:2:3:4%eth0')).toBe('fe80:0:0:0::/64')
  expect([1, 10, 60, 61, 900].map(formatWait)).toEqual(['1 second', '10 seconds', '1 minute', '2 minutes', '15 minutes'])
})
