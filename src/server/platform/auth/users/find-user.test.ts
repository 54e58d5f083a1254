import { expect, test } from 'vitest'
import { systemSource } from '#server/platform/http/request-source.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { findOrCreateUser } from './find-user.ts'

const issuer = 'https://id.example.com'
const email = 'ada@example.com'

/** Signs in as one subject after the other. */
const start = async () => {
  const { database } = await withTestDatabase()
  return {
    signIn: (subject: string, emailVerified: boolean, address: string | null = email) =>
      findOrCreateUser(
        database,
        issuer,
        { subject, email: address, emailVerified, firstName: subject, lastName: null, pictureUrl: null },
        { ...systemSource, address: '203.0.113.7' },
      ).catch((error: { status?: number }) => error.status),
    users: async () =>
      Object.fromEntries(
        (
          await database.pool.query<{ subject: string; email: string | null; verified: boolean }>(
            'select subject, email, email_verified as verified from users',
          )
        ).rows.map(({ subject, email, verified }) => [subject, [email, verified]]),
      ),
    events: (userId: unknown) =>
      database.asUser(Number(userId), (db) =>
        db.rows("select kind, address from security_events where user_id = $1 and kind = 'email_taken'", [userId]),
      ),
  }
}

test('who has verified an address gets it from one who never did, and who keeps the account', async () => {
  const { signIn, users, events } = await start()
  const eve = await signIn('eve', false, 'ADA@example.com')
  // Neither has verified it: the first one keeps it.
  expect(await signIn('mallory', false)).toBe(409)
  const ada = await signIn('ada', true)
  expect(await users()).toEqual({ eve: [null, false], ada: [email, true] })
  // The event does not name the address of who signed in.
  expect(await events(eve)).toEqual([{ kind: 'email_taken', address: null }])

  // Both sign in again, and nothing changes.
  expect(await signIn('eve', false)).toBe(eve)
  expect(await signIn('ada', true)).toBe(ada)
  expect(await users()).toEqual({ eve: [null, false], ada: [email, true] })
  expect(await events(eve)).toHaveLength(1)
  expect(await signIn('mallory', false)).toBe(409)
})

test('two who have both verified an address don’t get it from each other', async () => {
  const { signIn, users } = await start()
  await signIn('ada', true)
  expect(await signIn('eve', true)).toBe(409)
  expect(await users()).toEqual({ ada: [email, true] })
})
