import { z } from 'zod'
import { recordAccountEvent } from '#server/platform/auth/users/identity-accounts.ts'
import type { Database } from '#server/platform/db/client.ts'
import { type RequestSource, systemSource } from '#server/platform/http/request-source.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { type AccountEmailDeps, sendAccountEmail } from './account-email.ts'
import type { EmailLinks } from './email-links.ts'

const requestSource: z.ZodType<RequestSource> = z.object({ address: z.string().nullable(), userAgent: z.string().nullable() })

/** Whether the address has an account is looked up only by this job, where the response time cannot reveal it. */
export const resetPasswordJob = job(
  'account.reset-password',
  {
    linkId: z.string(),
    email: z.string(),
    askedAt: z.iso.datetime(),
    from: requestSource.default(systemSource),
  },
  { lane: 'identity' },
)

type Deps = AccountEmailDeps & { database: Database; links: EmailLinks }

export const resetPasswordRunner = (deps: Deps) =>
  runner(resetPasswordJob, async ({ linkId, email, askedAt, from: source }) => {
    const { database, links } = deps
    const link = await database.asNobody(async (db) => {
      const [account] = await db.rows<{ id: string; email: string }>(
        'select id, email from identity_accounts where lower(email) = lower($1) for update',
        [email],
      )
      if (!account) return null
      await links.add(db, 'reset-password', { id: linkId, accountId: account.id, email: account.email, createdAt: new Date(askedAt) })
      const found = await links.findValid(db, 'reset-password', linkId)
      if (found) await recordAccountEvent(db, account.id, { kind: 'password_reset_asked', ...source })
      return found
    })
    if (!link) return
    const url = new URL('/sign-in/reset-password', deps.publicUrl())
    url.searchParams.set('token', links.createToken('reset-password', linkId))
    await sendAccountEmail(deps, link.email, `reset-${linkId}`, {
      subject: 'Set a new password for Billfold',
      preview: 'The link works for one hour.',
      before: ['A new password was requested for the Billfold account with this address.'],
      action: { label: 'Set a new password', url: url.href },
      after: ["The link works once, for one hour. If you didn't request it, you can ignore this email: your password has not changed."],
    })
  })
