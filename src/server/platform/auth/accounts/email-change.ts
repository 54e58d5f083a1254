import { accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import { confirmEmailJob } from '#server/platform/auth/emails/confirm-email.job.ts'
import type { EmailLinks } from '#server/platform/auth/emails/email-links.ts'
import { recordAccountEvent } from '#server/platform/auth/users/account-events.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { lockAccount } from '#server/platform/auth/users/lock-account.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { createFieldError, createTooManyAttemptsError } from './account-errors.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

const linksADay = 10
const resendAfterMs = 60_000
const dayMs = 86_400_000

type Deps = { database: Database; links: EmailLinks; throttle: SignInThrottle; now: () => Date }

/** How an address becomes an account's: by a link that is mailed there. */
export const createEmailChanges = ({ database, links, throttle, now }: Deps) => {
  /** Queues the link; those to other addresses become worthless. */
  const mailLink = async (db: Db, accountId: string, email: string): Promise<string> => {
    const id = links.newId()
    await links.void(db, accountId, 'confirm-email', email)
    await links.add(db, 'confirm-email', { id, accountId, email })
    await enqueue(db, confirmEmailJob, { userId: 0, linkId: id }, { key: `account-confirm-${id}` })
    return id
  }
  /** Nobody has mail sent to strangers by the hundred. @param pauseMs between two links */
  const refuseTooMany = async (db: Db, accountId: string, pauseMs: number) => {
    const [{ count, last }] = (await db.rows<{ count: number; last: Date | null }>(
      `select count(*)::int as count, max(created_at) as last from identity_links
       where account_id = $1 and purpose = 'confirm-email' and created_at > $2`,
      [accountId, new Date(now().getTime() - dayMs)],
    )) as [{ count: number; last: Date | null }]
    if (count >= linksADay)
      throw new AppError(429, `At most ${linksADay} links a day are mailed. Please try again tomorrow.`, { retryAfter: 3600 })
    const waitMs = last ? last.getTime() + pauseMs - now().getTime() : 0
    if (waitMs > 0) throw createTooManyAttemptsError(Math.ceil(waitMs / 1000), 'The last e-mail left a moment ago.')
  }
  const pendingOf = async (db: Db, accountId: string, email: string): Promise<string | null> => {
    const [row] = await db.rows<{ email: string }>(
      `select email from identity_links where account_id = $1 and purpose = 'confirm-email' and used_at is null and expires_at > $3
       and lower(email) <> lower($2) order by created_at desc limit 1`,
      [accountId, email, now()],
    )
    return row?.email ?? null
  }
  /** Nor by many accounts. Asked outside of transactions, for it is kept on a connection of its own. */
  const slowDown = async (email: string) => {
    const wait = await throttle.mailConfirm(email)
    if (wait) throw createTooManyAttemptsError(wait, 'Many links were mailed to this address lately.')
  }

  return {
    mailLink,
    pendingOf,
    begin: async (accountId: string, email: string, from: RequestSource) => {
      await slowDown(email)
      await database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        if (account.email.toLowerCase() === email.toLowerCase()) throw createFieldError(400, 'email', 'This is your e-mail already')
        await refuseTooMany(db, accountId, 0)
        const id = await mailLink(db, accountId, email)
        const about = { kind: 'email-change-asked' as const, email: account.emailVerified ? email : null }
        await recordAccountEvent(db, accountId, { kind: 'email_change_asked', ...from, detail: { email } })
        await enqueue(
          db,
          accountNotificationJob,
          { userId: 0, id: `change-${id}`, to: account.email, about },
          { key: `account-change-${id}` },
        )
      })
    },
    resend: async (accountId: string) => {
      const waitingFor = async (db: Db) => {
        const account = await lockAccount(db, accountId)
        const pending = await pendingOf(db, accountId, account.email)
        if (!pending && account.emailVerified) throw new AppError(409, 'Your e-mail is confirmed already.')
        await refuseTooMany(db, accountId, resendAfterMs)
        return pending ?? account.email
      }
      await slowDown(await database.asNobody(waitingFor))
      await database.asNobody(async (db) => mailLink(db, accountId, await waitingFor(db)))
    },
    keep: (accountId: string) =>
      database.asNobody(async (db) => {
        const account = await lockAccount(db, accountId)
        await links.void(db, accountId, 'confirm-email', account.email)
      }),
    confirm: async (token: string, from: RequestSource): Promise<{ email: string }> => {
      try {
        return await database.asNobody(async (db) => {
          const link = await links.open(db, 'confirm-email', token)
          const account = await lockAccount(db, link.accountId)
          await db.rows('update identity_accounts set email = $2, email_verified_at = $3, updated_at = now() where id = $1', [
            link.accountId,
            link.email,
            now(),
          ])
          await db.rows('update users set email = $3, email_verified = true, updated_at = now() where issuer = $1 and subject = $2', [
            bundledIssuer,
            link.accountId,
            link.email,
          ])
          await links.use(db, 'confirm-email', link)
          await links.void(db, link.accountId, 'confirm-email')
          // A link to set a new password that went to the address of before opens nothing any more.
          if (account.email.toLowerCase() !== link.email.toLowerCase()) {
            await links.void(db, link.accountId, 'reset-password')
            await recordAccountEvent(db, link.accountId, { kind: 'email_changed', ...from, detail: { email: link.email } })
          }
          return { email: link.email }
        })
      } catch (error) {
        const { constraint } = error as { constraint?: string }
        if (constraint === 'identity_accounts_email_key' || constraint === 'users_email_key')
          throw createFieldError(409, 'email', 'This e-mail belongs to another account by now, so it could not become yours.')
        throw error
      }
    },
  }
}
export type EmailChanges = ReturnType<typeof createEmailChanges>
