import type { Claims } from '#server/platform/auth/oidc-client/oidc-client.ts'
import { recordSecurityEventForUser } from '#server/platform/auth/security-events.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'

/** How users of the bundled provider are known. Not its address: that changes when the app moves, and the accounts stay. */
export const bundledIssuer = 'urn:billfold:bundled-provider'

/** Who signs in with this account of the bundled provider; null before he did for the first time. For transactions of nobody. */
export const findUserOfAccount = async (db: Db, accountId: string): Promise<number | null> => {
  const [user] = await db.rows<{ id: number }>('select id from users where issuer = $1 and subject = $2', [bundledIssuer, accountId])
  return user?.id ?? null
}

/**
 * The user behind an identity, made at the first sign-in and brought up to date at every other.
 * @param told what the provider said at the sign-in
 * @param from where the sign-in came from, for the log of a user who is new
 * @param asOfNow says it anew where that can be known, and holds it until the user says the same: it may have changed since
 * @throws AppError 409 when another identity holds the e-mail
 */
export const findOrCreateUser = async (
  database: Database,
  issuer: string,
  told: Claims,
  from: RequestSource,
  asOfNow: (db: Db, told: Claims) => Promise<Claims> = async (_db, told) => told,
): Promise<number> => {
  let { email } = told
  try {
    return await database.asNobody(async (db) => {
      const claims = await asOfNow(db, told)
      email = claims.email
      const [user] = await db.rows<{ id: number; isNew: boolean }>(
        `insert into users (issuer, subject, email, email_verified, first_name, last_name, profile_image_url) values ($1, $2, $3, $7, $4, $5, $6)
         on conflict (issuer, subject) do update set email = coalesce(excluded.email, users.email),
           email_verified = case when excluded.email is null then users.email_verified else excluded.email_verified end,
           first_name = coalesce(excluded.first_name, users.first_name), last_name = coalesce(excluded.last_name, users.last_name),
           profile_image_url = coalesce(excluded.profile_image_url, users.profile_image_url), updated_at = now()
         returning id, xmax = 0 as "isNew"`,
        [
          issuer,
          claims.subject,
          claims.email,
          claims.firstName,
          claims.lastName,
          claims.pictureUrl,
          claims.email !== null && claims.emailVerified,
        ],
      )
      const { id, isNew } = user!
      if (isNew) await recordSecurityEventForUser(db, id, { kind: 'account_created', ...from })
      return id
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key')
      throw new AppError(
        409,
        `The e-mail ${email} belongs to another account here. Sign in the way you did before, or with another e-mail.`,
      )
    throw error
  }
}
