import { z } from 'zod'
import { sendOwnerNotification } from '#server/papers/owner-note.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { displayName } from '#shared/people.ts'
import { endedMail, endReasons } from './ended.mail.ts'
import { getGraceEnd } from './next-check.ts'
import type { BillingAccount } from './provider.ts'
import { formatDayInTimeZone, readSubscriber } from './subscriber.ts'

/** `at`: when it was heard of; it may have ended some time before. */
export const endedJob = job('subscription.ended', { reason: z.enum(endReasons), at: z.iso.datetime() })

type Deps = {
  database: Database
  send: SendMail
  billing: BillingAccount | null
  publicUrl: () => URL
  log: (line: string) => void
}

/** Tells a former subscriber that the plan is over, and what still works; not when there is a plan again meanwhile. */
export const endedRunner = (deps: Deps) =>
  runner(endedJob, async ({ userId, reason, at }) => {
    const user = await deps.database.asUser(userId, readSubscriber)
    if (!user?.email || user.subscriptionStatus !== 'canceled') return
    const heardAt = new Date(at)
    const saidEnd = reason === 'unpaid' ? user.pastDueSince && getGraceEnd(user.pastDueSince) : user.endsAt
    const userName = displayName(user)
    await sendOwnerNotification(deps, `the end of user ${userId}'s plan`, {
      ...endedMail({
        userName,
        reason,
        endedOn: formatDayInTimeZone(saidEnd && saidEnd < heardAt ? saidEnd : heardAt, user),
        // What still asks for money at the provider stands in the way of a new plan.
        isPayable: user.liveSubscriptions > 0,
        isSandbox: deps.billing?.sandbox ?? false,
        billingUrl: new URL('/billing', deps.publicUrl()).href,
        subscribeUrl: new URL('/subscribe', deps.publicUrl()).href,
      }),
      to: { name: userName, address: user.email },
      messageId: `<subscription-ended-${userId}-${heardAt.getTime()}@${deps.publicUrl().hostname}>`,
    })
  })
