import { randomBytes, randomUUID } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { Database } from '../platform/db/client.ts'
import { byItself } from '../platform/http/came-from.ts'
import { bundledIssuer, findOrCreateUser } from '../platform/identity/find-user.ts'
import { sessionSecret } from '../platform/identity/identity.ts'
import { createAccounts } from '../platform/identity/provider/accounts.ts'
import { cookieRules, idleMs, sessionCookieName } from '../platform/identity/session.ts'
import type { Secrets } from '../platform/secrets.ts'

type Deps = { database: Database; secrets: Secrets; publicUrl: URL }
type NewPerson = {
  email: string
  emailVerified?: boolean
  firstName: string
  lastName: string
  /** With one he has an account of the bundled provider too, as somebody who signed up. */
  password?: string
}

/** Makes a user and a session as a sign-in would. `cookie` is a finished Cookie header. */
export const signedInCookie = async (
  { database, secrets, publicUrl }: Deps,
  { email, emailVerified = true, firstName, lastName, password }: NewPerson,
) => {
  // Without the link that is mailed at a real sign-up: tests count mails.
  const account = password === undefined ? null : (await createAccounts(database).create({ email, firstName, lastName, password }))!
  if (account && emailVerified)
    await database.pool.query('update identity_accounts set email_verified_at = now() where id = $1', [account.id])
  const claims = { subject: account?.id ?? randomUUID(), email, emailVerified, firstName, lastName, pictureUrl: null }
  const userId = await findOrCreateUser(database, bundledIssuer, claims, byItself)
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
