import type { Claims } from '#server/platform/auth/oidc-client/oidc-client.ts'
import type { Db } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'

/**
 * An account of the bundled provider, its row held until the transaction ends. Whatever changes an account or its links takes this first, so that
 * two changes at once follow one another.
 * @throws AppError 404 when there is none
 */
export const lockAccount = async (db: Db, id: string): Promise<{ id: string; email: string; emailVerified: boolean }> => {
  const [account] = await db.rows<{ id: string; email: string; emailVerified: boolean }>(
    'select id, email, email_verified_at is not null as "emailVerified" from identity_accounts where id = $1 for update',
    [id],
  )
  if (!account) throw notFound('Account')
  return account
}

/**
 * What the bundled provider said of an account at a sign-in, as it is now, and held so: neither may an e-mail that was confirmed since be overwritten,
 * nor a user be made of an account that was deleted since, whose e-mail nobody could use any more.
 * @throws AppError 401 when it was deleted
 */
export const refreshClaims = async (db: Db, told: Claims): Promise<Claims> => {
  const [account] = await db.rows<Pick<Claims, 'email' | 'emailVerified' | 'firstName' | 'lastName'>>(
    `select email, email_verified_at is not null as "emailVerified", first_name as "firstName", last_name as "lastName"
     from identity_accounts where id = $1 for share`,
    [told.subject],
  )
  if (!account) throw new AppError(401, 'This account was deleted a moment ago.')
  return { ...told, ...account }
}
