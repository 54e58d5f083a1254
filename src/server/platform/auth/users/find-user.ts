import type { Database, Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type RequestSource, systemSource } from '#server/platform/http/request-source.ts'
import { recordSecurityEventForUser } from './security-events.ts'

export type Claims = {
  subject: string
  email: string | null
  /** False where the provider doesn't say: the user can sign in but never counts as the admin. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

/** Not the provider's URL, because accounts outlive a change of the public address. */
export const bundledIssuer = 'urn:billfold:bundled-provider'

export const demoIssuer = 'urn:billfold:demo'
export const demoLifeMs = 3_600_000

/** Null before the first sign-in. In a transaction without a user. */
export const findUserOfAccount = async (db: Db, accountId: string): Promise<number | null> => {
  const [user] = await db.rows<{ id: number }>('select id from users where issuer = $1 and subject = $2', [bundledIssuer, accountId])
  return user?.id ?? null
}

/** For the one who has verified it: anyone may have signed up with it. The others keep their account, without an address. */
export const takeUnverifiedEmail = async (
  db: Db,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
): Promise<void> => {
  const losers = await db.rows<{ id: number }>(
    `update users set email = null, updated_at = now()
     where lower(email) = lower($3) and not email_verified and (issuer, subject) <> ($1, $2) returning id`,
    [issuer, subject, email],
  )
  for (const { id } of losers) {
    // Without the address and the device, which are another user's.
    await recordSecurityEventForUser(db, id, { kind: 'email_taken', ...systemSource })
    db.announce('account', id)
  }
}

/** Someone else has verified the address of a user of the identity: they sign in with what they had before. */
const isVerifiedElsewhere = async (db: Db, issuer: string, { subject, email }: Claims): Promise<boolean> => {
  const found = await db.rows(
    `select 1 from users u, users o where u.issuer = $1 and u.subject = $2 and o.id <> u.id and lower(o.email) = lower($3) and o.email_verified`,
    [issuer, subject, email],
  )
  return found.length > 0
}

/**
 * `refreshClaims` reads the claims again and locks them until the user's row is written, where they may have changed since the sign-in.
 * `source` is recorded with the security event of a new user.
 * @throws AppError 409 when another identity has verified the same email, or neither has
 */
export const findOrCreateUser = async (
  database: Database,
  issuer: string,
  providerClaims: Claims,
  source: RequestSource,
  refreshClaims: (db: Db, claims: Claims) => Promise<Claims> = async (_db, claims) => claims,
): Promise<number> => {
  let { email } = providerClaims
  try {
    return await database.asNobody(async (db) => {
      const claims = await refreshClaims(db, providerClaims)
      email = claims.email
      if (email !== null && claims.emailVerified) await takeUnverifiedEmail(db, { issuer, subject: claims.subject, email })
      else if (email !== null && (await isVerifiedElsewhere(db, issuer, claims))) email = null
      const [user] = await db.rows<{ id: number; isNew: boolean }>(
        `insert into users (issuer, subject, email, email_verified, first_name, last_name, profile_image_url) values ($1, $2, $3, $7, $4, $5, $6)
         on conflict (issuer, subject) do update set email = coalesce(excluded.email, users.email),
           email_verified = case when excluded.email is null then users.email_verified else excluded.email_verified end,
           first_name = coalesce(excluded.first_name, users.first_name), last_name = coalesce(excluded.last_name, users.last_name),
           profile_image_url = coalesce(excluded.profile_image_url, users.profile_image_url), updated_at = now()
         returning id, xmax = 0 as "isNew"`,
        [issuer, claims.subject, email, claims.firstName, claims.lastName, claims.pictureUrl, email !== null && claims.emailVerified],
      )
      const { id, isNew } = user!
      if (isNew) await recordSecurityEventForUser(db, id, { kind: 'account_created', ...source })
      else db.announce('account', id)
      return id
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key')
      throw new AppError(409, `The email ${email} belongs to another account. Sign in the way you did before, or with another email.`)
    throw error
  }
}
