import { z } from 'zod'
import { sendOwnerNote } from '#server/papers/owner-note.ts'
import { job, runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { deletionEffect } from '#shared/api/account.ts'
import { showDay } from '#shared/dates.ts'
import { goodbyeMail } from './delete-goodbye.mail.ts'

/** Carries all that the mail says: nobody is left who could be looked up. */
export const goodbyeJob = job(
  'account.goodbye',
  {
    name: z.string(),
    address: z.string(),
    deletedOn: z.string(),
    effect: deletionEffect.omit({ needsPassword: true }),
  },
  { lane: 'identity' },
)

type Deps = { send: SendMail; publicUrl: () => URL; log: (line: string) => void }

export const goodbyeRunner = (deps: Deps) =>
  runner(goodbyeJob, async ({ userId, name, address, deletedOn, effect }) => {
    const { hasSubscription, customers, items, invoices, estimates, expenses, payments, files } = effect
    const counts = { Customers: customers, Items: items, Invoices: invoices, Estimates: estimates, Expenses: expenses }
    const gone = Object.entries({ ...counts, Payments: payments, Files: files }).map(
      ([what, n]) => [what, n.toLocaleString('en-US')] as const,
    )
    await sendOwnerNote(deps, `the end of account ${userId}`, {
      ...goodbyeMail({ name, deletedOn: showDay(deletedOn), gone, hadSubscription: hasSubscription }),
      to: { name, address },
      messageId: `<goodbye-${userId}@${deps.publicUrl().hostname}>`,
    })
  })
