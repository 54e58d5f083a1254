import { type AccountNotification, accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import type { EmailLinks } from '#server/platform/auth/emails/email-links.ts'
import { resetPasswordJob } from '#server/platform/auth/emails/reset-password.job.ts'
import { signOutEverywhere } from '#server/platform/auth/sessions/user-sessions.ts'
import { bundledIssuer, findUserOfAccount } from '#server/platform/auth/users/find-user.ts'
import { lockAccount, recordAccountEvent } from '#server/platform/auth/users/identity-accounts.ts'
import { recordSecurityEventForUser } from '#server/platform/auth/users/security-events.ts'
import { type Database, type Db, runAsUser } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { changedTooOftenMessage, createFieldError, createTooManyAttemptsError } from './account-errors.ts'
import type { AccountStore } from './accounts.ts'
import { describeWeakPassword, hashPassword } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { clearTwoFactor } from './two-factor.ts'

/** Wrong passwords are throttled as at sign-in. */
export type PasswordProof = RequestSource & { password: string }

const isActive = 'user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)'

const countActiveTokens = async (db: Db, accountId: string, now: Date): Promise<number> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return 0
  const rows = await runAsUser(db, userId, () => db.rows(`select 1 from api_tokens where ${isActive}`, [userId, now]))
  return rows.length
}

const revokeTokens = async (db: Db, accountId: string, { now, source }: { now: Date; source: RequestSource }): Promise<void> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return
  const revoked = await runAsUser(db, userId, () =>
    db.rows<{ name: string; lastFour: string }>(
      `update api_tokens set revoked_at = $2 where ${isActive} returning name, last_four as "lastFour"`,
      [userId, now],
    ),
  )
  for (const detail of revoked) await recordSecurityEventForUser(db, userId, { kind: 'token_revoked', ...source, detail })
}

type Deps = { database: Database; accounts: AccountStore; links: EmailLinks; throttle: SignInThrottle; now: () => Date }

export const createPasswordService = ({ database, accounts, links, throttle, now }: Deps) => {
  /** @returns the current password hash. @throws AppError 400 at `field` for a wrong password, 429 after too many attempts */
  const verify = async (accountId: string, { password, address: ip }: PasswordProof, field = 'password'): Promise<string> => {
    const [email, address] = [(await accounts.find(accountId))?.email ?? accountId, ip ?? '']
    const waitSeconds = await throttle.signIn(email, address)
    if (waitSeconds) throw createTooManyAttemptsError(waitSeconds)
    const hash = await accounts.verifyPassword(accountId, password)
    if (hash === null) throw createFieldError(400, field, 'Password is wrong')
    await throttle.signedIn(email, address)
    return hash
  }
  const notify = (db: Db, to: string, about: AccountNotification) =>
    enqueue(db, accountNotificationJob, { userId: 0, id: links.generateId(), to, about })

  return {
    verify,
    change: async (accountId: string, newPassword: string, proof: PasswordProof, keepSessionId: string) => {
      const currentHash = await verify(accountId, proof, 'current')
      const person = await accounts.find(accountId)
      const weakness = describeWeakPassword(newPassword, person ? [person.firstName, person.lastName, person.email] : [])
      if (weakness) throw createFieldError(400, 'next', weakness)
      const waitSeconds = await throttle.change(accountId)
      if (waitSeconds) throw createTooManyAttemptsError(waitSeconds, changedTooOftenMessage)
      const newHash = await hashPassword(newPassword)
      await database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        const changed = await db.rows(
          'update identity_accounts set password_hash = $3, updated_at = now() where id = $1 and password_hash = $2 returning 1',
          [accountId, currentHash, newHash],
        )
        if (changed.length === 0) throw createFieldError(400, 'current', 'Password is wrong')
        await links.revoke(db, accountId, 'reset-password')
        // A change of email may have been requested by an intruder who knew the old password.
        await links.revoke(db, accountId, 'confirm-email', account.email)
        await signOutEverywhere(db, accountId, keepSessionId)
        await recordAccountEvent(db, accountId, { kind: 'password_changed', address: proof.address, userAgent: proof.userAgent })
        await notify(db, account.email, { kind: 'password-changed', tokens: await countActiveTokens(db, accountId, now()) })
      })
    },
    /** Whether the address has an account is looked up by the job, so that the response time does not reveal it. */
    requestReset: (email: string, source: RequestSource) =>
      database.asNobody((db) =>
        enqueue(db, resetPasswordJob, {
          userId: 0,
          linkId: links.generateId(),
          email,
          askedAt: now().toISOString(),
          from: source,
        }),
      ),
    /** @throws AppError 404 for a token that is invalid, used or expired */
    verifyResetLink: async (token: string) => {
      await database.asNobody((db) => links.verify(db, 'reset-password', token))
    },
    /**
     * The emailed token also proves that the user reads the address, so the email counts as confirmed.
     * @throws AppError 404 for a token that is invalid, used or expired
     */
    reset: async (token: string, newPassword: string, source: RequestSource): Promise<{ email: string }> => {
      const hash = await hashPassword(newPassword)
      return database.asNobody(async (db) => {
        const link = await links.verify(db, 'reset-password', token)
        const account = await lockAccount(db, link.accountId)
        await db.rows(
          `update identity_accounts set password_hash = $2, email_verified_at = coalesce(email_verified_at, $3), updated_at = now() where id = $1`,
          [account.id, hash, now()],
        )
        const [user] = await db.rows<{ id: number }>(
          `update users set email_verified = true, updated_at = now() where issuer = $1 and subject = $2 and lower(email) = lower($3) returning id`,
          [bundledIssuer, account.id, account.email],
        )
        if (user) db.announce('account', user.id)
        // Before the email was confirmed, the account may have been created by someone else: their second factor and tokens go.
        if (!account.emailVerified) {
          if (await clearTwoFactor(db, account.id)) {
            await recordAccountEvent(db, account.id, { kind: 'two_factor_off', ...source })
            await notify(db, account.email, { kind: 'two-factor-off' })
          }
          await revokeTokens(db, account.id, { now: now(), source })
        }
        await links.markUsed(db, 'reset-password', link)
        await links.revoke(db, account.id, 'confirm-email')
        await signOutEverywhere(db, account.id, null)
        await recordAccountEvent(db, account.id, { kind: 'password_reset', ...source })
        await notify(db, account.email, { kind: 'password-reset', tokens: await countActiveTokens(db, account.id, now()) })
        return { email: account.email }
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
