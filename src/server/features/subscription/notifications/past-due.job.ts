import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { BillingAccount } from '#server/domain/subscription/billing-provider.ts'
import { getGraceEnd } from '#server/domain/subscription/next-check.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { formatMoney } from '#shared/money.ts'
import { formatPlan, type PlanPrices } from '#shared/plans.ts'
import { displayName } from '#shared/user-names.ts'
import { formatDayInTimeZone, readSubscriber } from './subscriber.ts'

type PastDueMail = {
  userName: string
  /** What the renewal costs, e.g. '$9.99'; null where the price is none of today's. */
  price: string | null
  /** E.g. 'Monthly Plan'. */
  plan: string
  /** 'Jan 12, 2026' */
  endsOn: string
  isSandbox: boolean
  billingUrl: string
}

/** Tells a subscriber that a renewal wasn't paid, and until when it can be mended. All values are finished texts. */
const pastDueMail = ({ userName, price, plan, endsOn, isSandbox, billingUrl }: PastDueMail): MailContent =>
  buildOwnerNotification({
    ownerName: userName,
    subject: `Your Billfold payment failed: please pay by ${endsOn}`,
    preview: `Your plan goes on until ${endsOn}.`,
    introduction: `The renewal of your Billfold plan could not be charged. Your plan goes on until ${endsOn}; unless it is paid by then, it ends.`,
    facts: [['Plan ends unless paid', endsOn], ['Plan', plan], ...(price ? [['Price', price] as const] : [])],
    further: [
      'Open Billing and choose Manage Subscription to pay, or to use another card.',
      ...(isSandbox ? ['This plan was bought in the sandbox, to try things out: no real money is concerned.'] : []),
    ],
    button: 'Open Billing',
    url: billingUrl,
  })

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
