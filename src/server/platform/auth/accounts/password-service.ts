import { type AccountNotification, accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import type { EmailLinks } from '#server/platform/auth/emails/email-links.ts'
import { resetPasswordJob } from '#server/platform/auth/emails/reset-password.job.ts'
import { recordSecurityEventForUser } from '#server/platform/auth/security-events.ts'
import { signOutEverywhere } from '#server/platform/auth/sessions/sign-out.ts'
import { recordAccountEvent } from '#server/platform/auth/users/account-events.ts'
import { bundledIssuer, findUserOfAccount } from '#server/platform/auth/users/find-user.ts'
import { lockAccount } from '#server/platform/auth/users/lock-account.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { runAsUser } from '#server/platform/db/run-as-user.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { changedTooOftenMessage, createFieldError, createTooManyAttemptsError } from './account-errors.ts'
import type { PasswordProof } from './account-service.ts'
import type { AccountStore } from './accounts.ts'
import { describeWeakPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

const good = 'user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)'

/** How many API tokens of the account's user are good, in a transaction of nobody. */
const countActiveTokens = async (db: Db, accountId: string, now: Date): Promise<number> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return 0
  const rows = await runAsUser(db, userId, () => db.rows(`select 1 from api_tokens where ${good}`, [userId, now]))
  return rows.length
}

/** Makes all API tokens of the account's user worthless, in a transaction of nobody. */
const revokeTokens = async (db: Db, accountId: string, { now, from }: { now: Date; from: RequestSource }): Promise<void> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId === null) return
  const revoked = await runAsUser(db, userId, () =>
    db.rows<{ name: string; lastFour: string }>(
      `update api_tokens set revoked_at = $2 where ${good} returning name, last_four as "lastFour"`,
      [userId, now],
    ),
  )
  for (const detail of revoked) await recordSecurityEventForUser(db, userId, { kind: 'token_revoked', ...from, detail })
}

type Deps = { database: Database; accounts: AccountStore; links: EmailLinks; throttle: SignInThrottle; now: () => Date }

/** Passwords of accounts of the bundled provider: checked, changed, and set anew by a mailed link. */
export const createPasswordService = ({ database, accounts, links, throttle, now }: Deps) => {
  /** Answers the hash that the password fits. */
  const check = async (accountId: string, { password, address: from }: PasswordProof, field = 'password'): Promise<string> => {
    const [email, address] = [(await accounts.find(accountId))?.email ?? accountId, from ?? '']
    const wait = await throttle.signIn(email, address)
    if (wait) throw createTooManyAttemptsError(wait)
    const hash = await accounts.fittingHash(accountId, password)
    if (hash === null) throw createFieldError(400, field, 'Password is wrong')
    await throttle.signedIn(email, address)
    return hash
  }
  const guessableOf = async (accountId: string, next: string) => {
    const account = await accounts.find(accountId)
    return describeWeakPassword(next, account ? [account.firstName, account.lastName, account.email] : [])
  }
  const note = (db: Db, to: string, about: AccountNotification) =>
    enqueue(db, accountNotificationJob, { userId: 0, id: links.newId(), to, about })

  return {
    check,
    change: async (accountId: string, next: string, proof: PasswordProof, keepSessionId: string) => {
      const before = await check(accountId, proof, 'current')
      const guess = await guessableOf(accountId, next)
      if (guess) throw createFieldError(400, 'next', guess)
      const wait = await throttle.change(accountId)
      if (wait) throw createTooManyAttemptsError(wait, changedTooOftenMessage)
      const hash = await hashPassword(next)
      await database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        const changed = await db.rows(
          'update identity_accounts set password_hash = $3, updated_at = now() where id = $1 and password_hash = $2 returning 1',
          [accountId, before, hash],
        )
        // Changed elsewhere while this one was being checked: by now the password is another.
        if (changed.length === 0) throw createFieldError(400, 'current', 'Password is wrong')
        await links.void(db, accountId, 'reset-password')
        // Somebody who knew the password may have asked for another address: with the old password goes what it began.
        await links.void(db, accountId, 'confirm-email', account.email)
        await signOutEverywhere(db, accountId, keepSessionId)
        await recordAccountEvent(db, accountId, { kind: 'password_changed', address: proof.address, userAgent: proof.userAgent })
        await note(db, account.email, { kind: 'password-changed', tokens: await countActiveTokens(db, accountId, now()) })
      })
    },
    /** Queues the link for this address, if it has an account: here both take the same time. */
    askReset: (email: string, from: RequestSource) =>
      database.asNobody((db) =>
        enqueue(db, resetPasswordJob, { userId: 0, linkId: links.newId(), email, askedAt: now().toISOString(), from }),
      ),
    /** Answers when the token could be followed now. @throws AppError 404 otherwise */
    tryReset: async (token: string) => {
      await database.asNobody((db) => links.open(db, 'reset-password', token))
    },
    /** Sets a new password by a mailed link, which proves that its address is read. @throws AppError 404 for a link that isn't good (any more) */
    reset: async (token: string, next: string, from: RequestSource): Promise<{ email: string }> => {
      const hash = await hashPassword(next)
      return database.asNobody(async (db) => {
        const link = await links.open(db, 'reset-password', token)
        const account = await lockAccount(db, link.accountId)
        await db.rows(
          `update identity_accounts set password_hash = $2, email_verified_at = coalesce(email_verified_at, $3), updated_at = now() where id = $1`,
          [account.id, hash, now()],
        )
        await db.rows(
          `update users set email_verified = true, updated_at = now() where issuer = $1 and subject = $2 and lower(email) = lower($3)`,
          [bundledIssuer, account.id, account.email],
        )
        // Whoever set it never proved to read this address, and must not keep out the one who does.
        if (!account.emailVerified) {
          if (await withoutSecondFactor(db, account.id)) {
            await recordAccountEvent(db, account.id, { kind: 'two_factor_off', ...from })
            await note(db, account.email, { kind: 'two-factor-off' })
          }
          await revokeTokens(db, account.id, { now: now(), from })
        }
        await links.use(db, 'reset-password', link)
        await links.void(db, account.id, 'confirm-email')
        await signOutEverywhere(db, account.id, null)
        await recordAccountEvent(db, account.id, { kind: 'password_reset', ...from })
        await note(db, account.email, { kind: 'password-reset', tokens: await countActiveTokens(db, account.id, now()) })
        return { email: account.email }
      })
    },
  }
}

/** Answers whether there was one. */
const withoutSecondFactor = async (db: Db, accountId: string): Promise<boolean> => {
  const [before] = await db.rows<{ isOn: boolean }>('select totp_on_at is not null as "isOn" from identity_accounts where id = $1', [
    accountId,
  ])
  await db.rows(
    `update identity_accounts set totp_key_id = null, totp_sealed = null, totp_on_at = null, totp_last_step = null where id = $1`,
    [accountId],
  )
  await db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
  return before?.isOn ?? false
}

export type PasswordService = ReturnType<typeof createPasswordService>
