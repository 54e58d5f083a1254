import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { BillingAccount } from '#server/domain/subscription/billing-provider.ts'
import { getGraceEnd } from '#server/domain/subscription/next-check.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { displayName } from '#shared/user-names.ts'
import { formatDayInTimeZone, readSubscriber } from './subscriber.ts'

const endReasons = ['unpaid', 'cancelled'] as const
type EndReason = (typeof endReasons)[number]

type EndedMail = {
  userName: string
  reason: EndReason
  /** 'Jan 12, 2026' */
  endedOn: string
  /** The bill that ended it can still be paid, with which the plan goes on. */
  isPayable: boolean
  isSandbox: boolean
  billingUrl: string
  subscribeUrl: string
}

const why: Record<EndReason, string> = {
  unpaid: 'Your Billfold plan has ended, because its renewal was not paid.',
  cancelled: 'Your Billfold plan has ended, as it was cancelled.',
}

/** Tells a former subscriber that the plan is over, and what still works. All values are finished texts. */
const endedMail = ({ userName, reason, endedOn, isPayable, isSandbox, billingUrl, subscribeUrl }: EndedMail): MailContent =>
  buildOwnerNotification({
    ownerName: userName,
    subject: 'Your Billfold plan has ended',
    preview: 'Everything stays readable, payable and exportable.',
    introduction: why[reason],
    facts: [['Ended', endedOn]],
    further: [
      'Nothing of yours is lost. You can still read, change, download and export everything, and your customers can still pay the invoices that they have.',
      isPayable ? 'To make new invoices, pay the open bill in Billing: your plan then goes on.' : 'To make new invoices, choose a plan.',
      ...(isSandbox ? ['This plan was bought in the sandbox, to try things out: no real money is concerned.'] : []),
    ],
    ...(isPayable ? { button: 'Open Billing', url: billingUrl } : { button: 'Choose a plan', url: subscribeUrl }),
  })

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
