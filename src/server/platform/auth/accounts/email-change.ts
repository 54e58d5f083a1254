import { accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import { confirmEmailJob } from '#server/platform/auth/emails/confirm-email.job.ts'
import type { EmailLinks } from '#server/platform/auth/emails/email-links.ts'
import { bundledIssuer, takeUnverifiedEmail } from '#server/platform/auth/users/find-user.ts'
import { lockAccount, recordAccountEvent } from '#server/platform/auth/users/identity-accounts.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { createFieldError, createTooManyAttemptsError } from './account-errors.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

const maxLinksPerDay = 10
const resendAfterMs = 60_000
const dayMs = 86_400_000

type Deps = { database: Database; links: EmailLinks; throttle: SignInThrottle; now: () => Date }

export const createEmailChanges = ({ database, links, throttle, now }: Deps) => {
  /** Revokes links to other addresses. */
  const sendLink = async (db: Db, accountId: string, email: string): Promise<string> => {
    const id = links.generateId()
    await links.revoke(db, accountId, 'confirm-email', email)
    await links.add(db, 'confirm-email', { id, accountId, email })
    await enqueue(db, confirmEmailJob, { userId: 0, linkId: id }, { key: `account-confirm-${id}` })
    return id
  }
  /** Of emails that one account can send to addresses of others. `pauseMs` is the minimum time between two links. @throws AppError 429 */
  const checkAccountLimit = async (db: Db, accountId: string, pauseMs: number) => {
    const [{ count, last }] = (await db.rows<{ count: number; last: Date | null }>(
      `select count(*)::int as count, max(created_at) as last from identity_links
       where account_id = $1 and purpose = 'confirm-email' and created_at > $2`,
      [accountId, new Date(now().getTime() - dayMs)],
    )) as [{ count: number; last: Date | null }]
    if (count >= maxLinksPerDay)
      throw new AppError(429, `At most ${maxLinksPerDay} links are emailed per day. Please try again tomorrow.`, { retryAfter: 3600 })
    const waitMs = last ? last.getTime() + pauseMs - now().getTime() : 0
    if (waitMs > 0) throw createTooManyAttemptsError(Math.ceil(waitMs / 1000), 'The last email was sent a moment ago.')
  }
  /** Of emails that all accounts together can send to one address. Called outside of transactions, because it uses its own connection. */
  const checkAddressLimit = async (email: string) => {
    const waitSeconds = await throttle.sendConfirmation(email)
    if (waitSeconds) throw createTooManyAttemptsError(waitSeconds, 'Too many links were emailed to this address.')
  }
  const findPending = async (db: Db, accountId: string, email: string): Promise<string | null> => {
    const [row] = await db.rows<{ email: string }>(
      `select email from identity_links where account_id = $1 and purpose = 'confirm-email' and used_at is null and expires_at > $3
       and lower(email) <> lower($2) order by created_at desc limit 1`,
      [accountId, email, now()],
    )
    return row?.email ?? null
  }

  return {
    sendLink,
    findPending,
    request: async (accountId: string, email: string, source: RequestSource) => {
      await checkAddressLimit(email)
      await database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        if (account.email.toLowerCase() === email.toLowerCase()) throw createFieldError(400, 'email', 'This is already your email')
        await checkAccountLimit(db, accountId, 0)
        const id = await sendLink(db, accountId, email)
        const about = { kind: 'email-change-asked' as const, email: account.emailVerified ? email : null }
        await recordAccountEvent(db, accountId, { kind: 'email_change_asked', ...source, detail: { email } })
        await enqueue(
          db,
          accountNotificationJob,
          { userId: 0, id: `change-${id}`, to: account.email, about },
          { key: `account-change-${id}` },
        )
      })
    },
    resend: async (accountId: string) => {
      const findRecipient = async (db: Db) => {
        const account = await lockAccount(db, accountId)
        const pending = await findPending(db, accountId, account.email)
        if (!pending && account.emailVerified) throw new AppError(409, 'Your email is already confirmed.')
        await checkAccountLimit(db, accountId, resendAfterMs)
        return pending ?? account.email
      }
      await checkAddressLimit(await database.asNobody(findRecipient))
      await database.asNobody(async (db) => sendLink(db, accountId, await findRecipient(db)))
    },
    cancel: (accountId: string) =>
      database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        await links.revoke(db, accountId, 'confirm-email', account.email)
      }),
    confirm: async (token: string, source: RequestSource): Promise<{ email: string }> => {
      try {
        return await database.asNobody(async (db) => {
          const link = await links.verify(db, 'confirm-email', token)
          const account = await lockAccount(db, link.accountId)
          await db.rows('update identity_accounts set email = $2, email_verified_at = $3, updated_at = now() where id = $1', [
            link.accountId,
            link.email,
            now(),
          ])
          await takeUnverifiedEmail(db, { issuer: bundledIssuer, subject: link.accountId, email: link.email })
          const [user] = await db.rows<{ id: number }>(
            'update users set email = $3, email_verified = true, updated_at = now() where issuer = $1 and subject = $2 returning id',
            [bundledIssuer, link.accountId, link.email],
          )
          if (user) db.announce('account', user.id)
          await links.markUsed(db, 'confirm-email', link)
          await links.revoke(db, link.accountId, 'confirm-email')
          // Links that were sent to the old address can no longer reset the password.
          if (account.email.toLowerCase() !== link.email.toLowerCase()) {
            await links.revoke(db, link.accountId, 'reset-password')
            await recordAccountEvent(db, link.accountId, { kind: 'email_changed', ...source, detail: { email: link.email } })
          }
          return { email: link.email }
        })
      } catch (error) {
        const { constraint } = error as { constraint?: string }
        if (constraint === 'identity_accounts_email_key' || constraint === 'users_email_key')
          throw createFieldError(409, 'email', 'This email now belongs to another account, so it could not become yours.')
        throw error
      }
    },
  }
}
export type EmailChanges = ReturnType<typeof createEmailChanges>
