import { expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { ada, createAccount, startServer } from '#server/platform/auth/testing/server.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

const clock = () => {
  let at = new Date('2026-01-31T10:00:00Z').getTime()
  return { now: () => new Date(at), pass: (seconds: number) => (at += seconds * 1000) }
}

test('after five attempts the wait grows, up to a quarter of an hour, and never for good', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = clock()
  const throttle = createSignInThrottle(database.pool, now)
  const waits: number[] = []
  for (let i = 0; i < 5; i++) expect(await throttle.signIn('ada@example.com', `198.51.100.${i}`)).toBe(0)
  for (let i = 0; i < 6; i++) {
    const wait = await throttle.signIn('ADA@example.com', `203.0.113.${i}`)
    waits.push(wait)
    // Asking while waiting makes nothing worse.
    expect(await throttle.signIn('ada@example.com', `192.0.2.${i}`)).toBe(wait)
    pass(wait)
    expect(await throttle.signIn('ada@example.com', `192.0.2.1${i}`)).toBe(0)
  }
  expect(waits).toEqual([10, 30, 60, 300, 900, 900])
  expect(await throttle.signIn('bob@example.com', '198.51.100.1')).toBe(0)
  pass(3601)
  for (let i = 0; i < 5; i++) expect(await throttle.signIn('ada@example.com', `198.51.100.${i}`)).toBe(0)
})

test('twenty attempts at the same moment, on two nodes: five are let through', async () => {
  const { database } = await withTestDatabase()
  const { now } = clock()
  const nodes = [createSignInThrottle(database.pool, now), createSignInThrottle(database.pool, now)]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.signIn('ada@example.com', `198.51.100.${i}`)))
  expect(answers.filter((wait) => wait === 0)).toHaveLength(5)
})

test('one address trying many e-mails is slowed, and success gives back what it cost', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = clock()
  const throttle = createSignInThrottle(database.pool, now)
  for (let i = 0; i < 50; i++) expect(await throttle.signIn(`p${i}@example.com`, '198.51.100.7')).toBe(0)
  expect(await throttle.signIn('q@example.com', '198.51.100.7')).toBe(10)
  expect(await throttle.signIn('q@example.com', '198.51.100.8')).toBe(0)
  pass(10)
  expect(await throttle.signIn('q@example.com', '198.51.100.7')).toBe(0)
  await throttle.signedIn('q@example.com', '198.51.100.7')
  expect(await throttle.signIn('r@example.com', '198.51.100.7')).toBe(0)
})

test('accounts from one address are limited, and old counts are forgotten', async () => {
  const { database } = await withTestDatabase()
  const { now, pass } = clock()
  const throttle = createSignInThrottle(database.pool, now)
  for (let i = 0; i < 30; i++) expect(await throttle.createAccount('2001:db8:1:2::1')).toBe(0)
  expect(await throttle.createAccount('2001:db8:1:2:ffff::9')).toBe(10)
  expect(await throttle.createAccount('2001:db8:1:3::1')).toBe(0)
  pass(2 * 86_400)
  await throttle.forgetOld()
  expect((await database.pool.query('select key from sign_in_attempts')).rows).toEqual([])
})

test('the page says how long to wait, and the right password opens again afterwards', async () => {
  const { now, pass } = clock()
  const server = await startServer({ now })
  await createAccount(createBrowser(), server.origin)
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  for (let i = 0; i < 5; i++) expect((await browser.submit(page, { ...ada, password: `wrong ${i}` })).status).toBe(400)
  const slowed = await browser.submit(page, ada)
  expect(slowed.status).toBe(429)
  expect(slowed.headers.get('retry-after')).toBe('10')
  expect(slowed.html).toContain('Too many attempts. Please wait 10 seconds and try again.')
  expect(slowed.html).toContain('value="ada@example.com"')
  pass(10)
  await browser.follow(await browser.submit(page, ada))
  expect(await server.whoami(browser)).toBeTypeOf('number')
  const { rows } = await server.database.pool.query("select key from sign_in_attempts where key like 'email:%'")
  expect(rows).toEqual([])
})
