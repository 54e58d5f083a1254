import { expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { ada, createAccount, startServer } from '#server/platform/auth/testing/server.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

const createClock = () => {
  let at = new Date('2026-01-31T10:00:00Z').getTime()
  return { now: () => new Date(at), pass: (seconds: number) => (at += seconds * 1000) }
}

test('after five attempts the wait grows up to 15 minutes and resets after an hour', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = createClock()
  const throttle = createSignInThrottle(database.pool, now)
  const waits: number[] = []
  for (let i = 0; i < 5; i++) expect(await throttle.signIn('ada@example.com', `198.51.100.${i}`)).toBe(0)
  for (let i = 0; i < 6; i++) {
    const wait = await throttle.signIn('ADA@example.com', `203.0.113.${i}`)
    waits.push(wait)
    // Attempts during the wait do not prolong it.
    expect(await throttle.signIn('ada@example.com', `192.0.2.${i}`)).toBe(wait)
    pass(wait)
    expect(await throttle.signIn('ada@example.com', `192.0.2.1${i}`)).toBe(0)
  }
  expect(waits).toEqual([10, 30, 60, 300, 900, 900])
  expect(await throttle.signIn('bob@example.com', '198.51.100.1')).toBe(0)
  pass(3601)
  for (let i = 0; i < 5; i++) expect(await throttle.signIn('ada@example.com', `198.51.100.${i}`)).toBe(0)
})

test('of twenty concurrent attempts on two nodes, five pass', async () => {
  const { database } = await withTestDatabase()
  const { now } = createClock()
  const nodes = [createSignInThrottle(database.pool, now), createSignInThrottle(database.pool, now)]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.signIn('ada@example.com', `198.51.100.${i}`)))
  expect(answers.filter((wait) => wait === 0)).toHaveLength(5)
})

test('one address that tries many emails is slowed down, and a success takes its count back', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = createClock()
  const throttle = createSignInThrottle(database.pool, now)
  for (let i = 0; i < 50; i++) expect(await throttle.signIn(`p${i}@example.com`, '198.51.100.7')).toBe(0)
  expect(await throttle.signIn('q@example.com', '198.51.100.7')).toBe(10)
  expect(await throttle.signIn('q@example.com', '198.51.100.8')).toBe(0)
  pass(10)
  expect(await throttle.signIn('q@example.com', '198.51.100.7')).toBe(0)
  await throttle.signedIn('q@example.com', '198.51.100.7')
  expect(await throttle.signIn('r@example.com', '198.51.100.7')).toBe(0)
})

test('new accounts are limited per address, and old counts are deleted', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = createClock()
  const throttle = createSignInThrottle(database.pool, now)
  for (let i = 0; i < 30; i++) expect(await throttle.createAccount('2001:db8:1:2::1')).toBe(0)
  expect(await throttle.createAccount('2001:db8:1:2:ffff::9')).toBe(10)
  expect(await throttle.createAccount('2001:db8:1:3::1')).toBe(0)
  pass(2 * 86_400)
  await throttle.deleteExpired()
  expect((await database.pool.query('select key from sign_in_attempts')).rows).toEqual([])
})

test('the page says how long to wait, and the correct password works afterwards', async () => {
  const { now, pass } = createClock()
  const server = await startServer({ now })
  await createAccount(createBrowser(), server.origin)
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  for (let i = 0; i < 5; i++) expect((await browser.submit(page, { ...ada, password: `wrong ${i}` })).status).toBe(400)
  const limited = await browser.submit(page, ada)
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe('10')
  expect(limited.html).toContain('Too many attempts. Please wait 10 seconds and try again.')
  expect(limited.html).toContain('value="ada@example.com"')
  pass(10)
  await browser.follow(await browser.submit(page, ada))
  expect(await server.whoami(browser)).toBeTypeOf('number')
  const { rows } = await server.database.pool.query("select key from sign_in_attempts where key like 'email:%'")
  expect(rows).toEqual([])
})
