import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { createBrowser } from './testing/browser.ts'
import { ada, createAccount, startServer } from './testing/server.ts'

// Sign-ins whose account changes after the provider issued its claims.

const isQueryWaiting = async (holder: PoolClient) =>
  (await holder.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rows.length > 0

/** Signs in up to the last step, which then waits while the statements run with the account locked. */
const signInDuring = async (statements: string[]) => {
  const server = await startServer()
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login?create=1`)
  const isCallback = ({ location }: { location: string | null }) => location?.includes('/api/login/callback') ?? false
  const { location } = await browser.follow(await browser.submit(page, ada), isCallback)

  const holder = await server.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from identity_accounts for update')
  let hasEnded = false
  const lastStep = browser.visit(location!).finally(() => {
    hasEnded = true
  })
  await expect.poll(async () => hasEnded || (await isQueryWaiting(holder)), { timeout: 60_000 }).toBe(true)
  for (const statement of statements) await holder.query(statement)
  await holder.query('commit')
  holder.release()
  const { status } = await lastStep
  const { rows } = await server.database.pool.query('select email, email_verified, first_name from users')
  return { status, users: rows }
}

test('an account that is deleted during its sign-in leaves no user that would block its email', async () => {
  expect(await signInDuring(['delete from identity_accounts'])).toEqual({ status: 401, users: [] })
})

test('an email confirmed and a name changed during a sign-in are kept', async () => {
  const change = `update identity_accounts set email = 'new@example.com', email_verified_at = now(), first_name = 'Augusta'`
  expect(await signInDuring([change])).toEqual({
    status: 302,
    users: [{ email: 'new@example.com', email_verified: true, first_name: 'Augusta' }],
  })
})

test('a password that is changed while it is being verified does not sign in', async () => {
  const server = await startServer()
  await createAccount(createBrowser(), server.origin)
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  const holder = await server.database.pool.connect()
  await holder.query('begin')
  await holder.query("update identity_accounts set password_hash = 'another'")
  let hasEnded = false
  const submitted = browser.submit(page, ada).finally(() => {
    hasEnded = true
  })
  await expect.poll(async () => hasEnded || (await isQueryWaiting(holder)), { timeout: 60_000 }).toBe(true)
  await holder.query('commit')
  holder.release()
  await browser.follow(await submitted)
  expect(await server.whoami(browser)).toBeNull()
})
