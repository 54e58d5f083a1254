import { randomBytes, randomUUID } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { getSessionSecret } from '#server/platform/auth/auth.ts'
import { getCookieOptions, getSessionCookieName, sessionIdleMs } from '#server/platform/auth/sessions/sessions.ts'
import { bundledIssuer, findOrCreateUser } from '#server/platform/auth/users/find-user.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { systemSource } from '#server/platform/http/request-source.ts'

type Deps = { database: Database; secrets: Secrets; publicUrl: URL }
type NewPerson = {
  email: string
  emailVerified?: boolean
  firstName: string
  lastName: string
  /** With a password the user also has an account of the bundled provider, as after signing up. */
  password?: string
}

/** Creates a user and a session as a sign-in does. `cookie` is a complete Cookie header. */
export const createSession = async (
  { database, secrets, publicUrl }: Deps,
  { email, emailVerified = true, firstName, lastName, password }: NewPerson,
) => {
  // Without the confirmation email of a real sign-up, because tests count emails.
  const account = password === undefined ? null : (await createAccountStore(database).create({ email, firstName, lastName, password }))!
  if (account && emailVerified)
    await database.pool.query('update identity_accounts set email_verified_at = now() where id = $1', [account.id])
  const claims = { subject: account?.id ?? randomUUID(), email, emailVerified, firstName, lastName, pictureUrl: null }
  const userId = await findOrCreateUser(database, bundledIssuer, claims, systemSource)
  const sid = randomBytes(24).toString('base64url')
  const expires = new Date(Date.now() + sessionIdleMs)
  const session = { cookie: { ...getCookieOptions(publicUrl), expires, originalMaxAge: sessionIdleMs }, userId, signedInAt: Date.now() }
  await database.pool.query('insert into sessions (sid, sess, expire) values ($1, $2, to_timestamp($3))', [
    sid,
    JSON.stringify(session),
    expires.getTime() / 1000,
  ])
  const signed = new Signer(await getSessionSecret(database, secrets)).sign(sid)
  return { userId, cookie: `${getSessionCookieName(publicUrl)}=${encodeURIComponent(signed)}` }
}
