import { z } from 'zod'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type AccountEmailDeps, sendAccountEmail } from './account-email.ts'
import { accountNotificationJob } from './account-notification.job.ts'
import type { EmailLink, EmailLinks } from './email-links.ts'

export const confirmEmailJob = job('account.confirm-email', { linkId: z.string() }, { lane: 'identity' })

type Deps = AccountEmailDeps & { database: Database; links: EmailLinks }

const isTaken = async (db: Db, { email, accountId }: EmailLink) => {
  const [row] = await db.rows<{ taken: boolean }>(
    `select exists(select 1 from identity_accounts where lower(email) = lower($1) and id <> $2)
         or exists(select 1 from users where lower(email) = lower($1) and (issuer, subject) <> ($3, $2)) as taken`,
    [email, accountId, bundledIssuer],
  )
  return row!.taken
}

/** By another account within the day before, so that the address's owner was already notified. */
const wasRequestedRecently = async (db: Db, { id, email }: EmailLink) => {
  const [row] = await db.rows<{ requested: boolean }>(
    `select exists(select 1 from identity_links o join identity_links l on l.id = $2 and o.id <> l.id
       and o.purpose = 'confirm-email' and lower(o.email) = lower($1) and o.account_id <> coalesce(
         (select id from identity_accounts where lower(email) = lower($1)), '')
       and o.created_at between l.created_at - interval '1 day' and l.created_at) as requested`,
    [email, id],
  )
  return row!.requested
}

/** An owner of the address is notified instead. The requester sees the same response, which does not reveal who has an account. */
export const confirmEmailRunner = (deps: Deps) =>
  runner(confirmEmailJob, async ({ linkId }) => {
    const { database, links } = deps
    const found = await database.asNobody(async (db) => {
      const link = await links.findValid(db, 'confirm-email', linkId)
      if (!link) return null
      if (await isTaken(db, link)) {
        if (!(await wasRequestedRecently(db, link)))
          await enqueue(
            db,
            accountNotificationJob,
            { userId: 0, id: `tried-${linkId}`, to: link.email, about: { kind: 'address-tried' } },
            { key: `account-tried-${linkId}` },
          )
        return null
      }
      const [account] = await db.rows<{ email: string }>('select email from identity_accounts where id = $1', [link.accountId])
      return { link, isNew: account!.email.toLowerCase() !== link.email.toLowerCase() }
    })
    if (!found) return
    const { link, isNew } = found
    const url = new URL('/confirm-email', deps.publicUrl())
    url.searchParams.set('token', links.createToken('confirm-email', link.id))
    await sendAccountEmail(deps, link.email, `confirm-${link.id}`, {
      subject: isNew ? 'Confirm your new email for Billfold' : 'Confirm your email for Billfold',
      preview: 'The link works for 48 hours.',
      before: [
        isNew
          ? 'Confirm this address to make it the email of your Billfold account. From then on you sign in with it.'
          : 'A Billfold account was created with this address. Please confirm that it is yours.',
      ],
      action: { label: 'Confirm email', url: url.href },
      after: ["The link works once, for 48 hours. If you didn't request it, you can ignore this email."],
    })
  })
