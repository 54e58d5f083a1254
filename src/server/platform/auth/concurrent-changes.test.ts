import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { createBrowser } from './testing/browser.ts'
import { ada, createAccount, startServer } from './testing/server.ts'

// What becomes of a sign-in whose account changes after the provider has told of it.

const isAnybodyWaiting = async (holder: PoolClient) =>
  (await holder.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rows.length > 0

/** Follows a sign-in to its last step, which begins while `work` holds the account. */
const whileHeld = async (work: string[]) => {
  const server = await startServer()
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login?create=1`)
  const isCallback = ({ location }: { location: string | null }) => location?.includes('/api/login/callback') ?? false
  const { location } = await browser.follow(await browser.submit(page, ada), isCallback)

  const holder = await server.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from identity_accounts for update')
  let hasEnded = false
  const last = browser.visit(location!).finally(() => {
    hasEnded = true
  })
  await expect.poll(async () => hasEnded || (await isAnybodyWaiting(holder)), { timeout: 10_000 }).toBe(true)
  for (const text of work) await holder.query(text)
  await holder.query('commit')
  holder.release()
  const { status } = await last
  const { rows } = await server.database.pool.query('select email, email_verified, first_name from users')
  return { status, users: rows }
}

test('an account that is deleted at this moment leaves no user behind, who would keep its e-mail for ever', async () => {
  expect(await whileHeld(['delete from identity_accounts'])).toEqual({ status: 401, users: [] })
})

test('an e-mail that is confirmed at this moment, and a name that is changed, stay', async () => {
  const change = `update identity_accounts set email = 'new@example.com', email_verified_at = now(), first_name = 'Augusta'`
  expect(await whileHeld([change])).toEqual({
    status: 302,
    users: [{ email: 'new@example.com', email_verified: true, first_name: 'Augusta' }],
  })
})

test('a password that is changed while it is being checked signs nobody in any more', async () => {
  const server = await startServer()
  await createAccount(createBrowser(), server.origin)
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  const holder = await server.database.pool.connect()
  await holder.query('begin')
  await holder.query("update identity_accounts set password_hash = 'another'")
  let hasEnded = false
  const typed = browser.submit(page, ada).finally(() => {
    hasEnded = true
  })
  await expect.poll(async () => hasEnded || (await isAnybodyWaiting(holder)), { timeout: 10_000 }).toBe(true)
  await holder.query('commit')
  holder.release()
  await browser.follow(await typed)
  expect(await server.whoami(browser)).toBeNull()
})
