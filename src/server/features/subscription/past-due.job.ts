import { z } from 'zod'
import { sendOwnerNotification } from '#server/papers/owner-note.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { formatMoney } from '#shared/money.ts'
import { displayName } from '#shared/people.ts'
import { formatPlan, type PlanPrices } from '#shared/plans.ts'
import { getGraceEnd } from './next-check.ts'
import { pastDueMail } from './past-due.mail.ts'
import type { BillingAccount } from './provider.ts'
import { formatDayInTimeZone, readSubscriber } from './subscriber.ts'

/** `since`: from when on it is unpaid. */
export const pastDueJob = job('subscription.past-due', { since: z.iso.datetime() })

type Deps = {
  database: Database
  send: SendMail
  billing: BillingAccount | null
  prices: PlanPrices
  publicUrl: () => URL
  log: (line: string) => void
}

/** Tells a subscriber that a renewal wasn't paid; not when that is mended, or over, meanwhile. */
export const pastDueRunner = (deps: Deps) =>
  runner(pastDueJob, async ({ userId, since }) => {
    const user = await deps.database.asUser(userId, readSubscriber)
    if (!user?.email || user.subscriptionStatus !== 'active' || !user.pastDueSince) return
    const userName = displayName(user)
    await sendOwnerNotification(deps, `the unpaid renewal of user ${userId}`, {
      ...pastDueMail({
        userName,
        plan: formatPlan(user),
        price: user.subscriptionPlan && formatMoney(deps.prices[user.subscriptionPlan]),
        endsOn: formatDayInTimeZone(getGraceEnd(user.pastDueSince), user),
        isSandbox: deps.billing?.sandbox ?? false,
        billingUrl: new URL('/billing', deps.publicUrl()).href,
      }),
      to: { name: userName, address: user.email },
      messageId: `<past-due-${userId}-${Date.parse(since)}@${deps.publicUrl().hostname}>`,
    })
  })
