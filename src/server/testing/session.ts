import { randomBytes, randomUUID } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { Database } from '../platform/db/client.ts'
import { bundledIssuer, findOrCreateUser } from '../platform/identity/find-user.ts'
import { sessionSecret } from '../platform/identity/identity.ts'
import { cookieRules, idleMs, sessionCookieName } from '../platform/identity/session.ts'
import type { Secrets } from '../platform/secrets.ts'

type Deps = { database: Database; secrets: Secrets; publicUrl: URL }
type NewPerson = { email: string; emailVerified?: boolean; firstName: string; lastName: string }

/** Makes a user and a session as a sign-in would. `cookie` is a finished Cookie header. */
export const signedInCookie = async (
  { database, secrets, publicUrl }: Deps,
  { email, emailVerified = true, firstName, lastName }: NewPerson,
) => {
  const claims = { subject: randomUUID(), email, emailVerified, firstName, lastName, pictureUrl: null }
  const userId = await findOrCreateUser(database, bundledIssuer, claims)
  const sid = randomBytes(24).toString('base64url')
  const expires = new Date(Date.now() + idleMs)
  const session = { cookie: { ...cookieRules(publicUrl), expires, originalMaxAge: idleMs }, userId, signedInAt: Date.now() }
  await database.pool.query('insert into sessions (sid, sess, expire) values ($1, $2, to_timestamp($3))', [
    sid,
    JSON.stringify(session),
    expires.getTime() / 1000,
  ])
  const signed = new Signer(await sessionSecret(database, secrets)).sign(sid)
  return { userId, cookie: `${sessionCookieName(publicUrl)}=${encodeURIComponent(signed)}` }
}
