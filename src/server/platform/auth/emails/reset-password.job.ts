import { z } from 'zod'
import { recordAccountEvent } from '#server/platform/auth/users/account-events.ts'
import type { Database } from '#server/platform/db/client.ts'
import { type RequestSource, systemSource } from '#server/platform/http/request-source.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { type AccountEmailDeps, sendAccountEmail } from './account-email.ts'
import type { EmailLinks } from './email-links.ts'

const cameFrom: z.ZodType<RequestSource> = z.object({ address: z.string().nullable(), userAgent: z.string().nullable() })

/** Queued for whatever address somebody types: only here it shows whether it has an account, where nobody can measure how long it takes. */
export const resetPasswordJob = job(
  'account.reset-password',
  {
    linkId: z.string(),
    email: z.string(),
    askedAt: z.iso.datetime(),
    from: cameFrom.default(systemSource),
  },
  { lane: 'identity' },
)

type Deps = AccountEmailDeps & { database: Database; links: EmailLinks }

/** Mails the link to set a new password, if the address has an account. */
export const resetPasswordRunner = (deps: Deps) =>
  runner(resetPasswordJob, async ({ linkId, email, askedAt, from }) => {
    const { database, links } = deps
    const link = await database.asNobody(async (db) => {
      const [account] = await db.rows<{ id: string; email: string }>(
        'select id, email from identity_accounts where lower(email) = lower($1) for update',
        [email],
      )
      if (!account) return null
      await links.add(db, 'reset-password', { id: linkId, accountId: account.id, email: account.email, at: new Date(askedAt) })
      const found = await links.find(db, 'reset-password', linkId)
      if (found) await recordAccountEvent(db, account.id, { kind: 'password_reset_asked', ...from })
      return found
    })
    // Without an account, or too late to be of use: who still wants it asks again.
    if (!link) return
    const url = new URL('/sign-in/reset-password', deps.publicUrl())
    url.searchParams.set('token', links.tokenOf('reset-password', linkId))
    await sendAccountEmail(deps, link.email, `reset-${linkId}`, {
      subject: 'Set a new password for Billfold',
      preview: 'The link works for one hour.',
      before: ['You, or somebody else, asked for a new password for the Billfold account with this address.'],
      action: { label: 'Set a new password', url: url.href },
      after: ['The link works once, for one hour. If you did not ask for it, there is nothing to do: your password stays as it is.'],
    })
  })
