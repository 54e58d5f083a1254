import { defineNotification } from '#server/domain/notifications/notification.ts'
import type { Services } from '#server/domain/services.ts'
import { getGraceEnd } from '#server/domain/subscription/state.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { formatDay, today } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { formatPlan, type SubscriptionPlan, type SubscriptionStatus } from '#shared/plans.ts'
import { displayName } from '#shared/user-names.ts'
import { subscriptionNotificationJobs as jobs } from './notify-transition.ts'

// Each email reads its facts when it is sent.

type Subscriber = {
  firstName: string | null
  lastName: string | null
  email: string | null
  timeZone: string
  customerId: string | null
  subscriptionStatus: SubscriptionStatus
  subscriptionPlan: SubscriptionPlan | null
  trialInvoicesUsed: number
  pastDueSince: Date | null
  endsAt: Date | null
  liveSubscriptions: number
}

/** Undefined when the account was deleted meanwhile. */
const readSubscriber = async (db: UserDb): Promise<Subscriber | undefined> => {
  const [row] = await db.rows<Subscriber>(
    `select first_name as "firstName", last_name as "lastName", email, coalesce(chosen_time_zone, time_zone) as "timeZone",
            stripe_customer_id as "customerId", subscription_status as "subscriptionStatus", subscription_plan as "subscriptionPlan",
            trial_invoices_used as "trialInvoicesUsed", past_due_since as "pastDueSince", subscription_ends_at as "endsAt",
            live_subscriptions as "liveSubscriptions"
     from users where id = $1`,
    [db.userId],
  )
  return row
}

/** 'Jan 12, 2026', in the user's time zone. */
const formatDayOfUser = (at: Date, { timeZone }: Subscriber): string => formatDay(today(at, timeZone))

const endTexts = {
  unpaid: 'Your Billfold plan has ended, because its renewal was not paid.',
  cancelled: 'Your Billfold plan has ended, as it was cancelled.',
}

const manage = { button: 'Open Billing', path: '/billing' }

export const createSubscriptionNotifications = ({ plans, prices, adminEmail, log }: Services) => {
  const isSandbox = plans?.sandbox ?? false
  const sandboxHint = isSandbox ? ['Test plan: it was bought in the sandbox, and no real money was moved.'] : []

  const pastDue = defineNotification({
    job: jobs.pastDue,
    read: async (db) => {
      const user = await readSubscriber(db)
      return user?.subscriptionStatus === 'active' && user.pastDueSince ? { user, pastDueSince: user.pastDueSince } : null
    },
    write: ({ user, pastDueSince }, { userId, since }) => {
      const endsOn = formatDayOfUser(getGraceEnd(pastDueSince), user)
      const plan = user.subscriptionPlan
      return {
        subject: `Your Billfold payment failed: please pay by ${endsOn}`,
        preview: `Your plan continues until ${endsOn}.`,
        introduction: `The renewal of your Billfold plan could not be charged. Your plan continues until ${endsOn}. Pay by then to keep it.`,
        facts: [
          ['Plan ends unless paid', endsOn],
          ['Plan', formatPlan(user)],
          ...(plan ? [['Price', formatMoney(prices[plan], 'USD')] as const] : []),
        ],
        further: ['Open Billing and choose Manage Subscription to pay, or to use another card.', ...sandboxHint],
        ...manage,
        id: `past-due-${userId}-${Date.parse(since)}`,
      }
    },
  })

  const ended = defineNotification({
    job: jobs.ended,
    read: async (db) => {
      const user = await readSubscriber(db)
      return user?.subscriptionStatus === 'canceled' ? user : null
    },
    write: (user, { userId, reason, at }) => {
      const seenAt = new Date(at)
      const reportedEnd = reason === 'unpaid' ? user.pastDueSince && getGraceEnd(user.pastDueSince) : user.endsAt
      // An open invoice keeps the user from choosing a new plan; paying it resumes the old one.
      const isPayable = user.liveSubscriptions > 0
      return {
        subject: 'Your Billfold plan has ended',
        preview: 'You can still view, collect and export everything.',
        introduction: endTexts[reason],
        facts: [['Ended', formatDayOfUser(reportedEnd && reportedEnd < seenAt ? reportedEnd : seenAt, user)]],
        further: [
          'Your data is safe. You can still view, change, download and export everything, and your customers can still pay their invoices.',
          isPayable
            ? 'To create invoices again, pay the open bill in Billing. Your plan then continues.'
            : 'To create invoices again, choose a plan.',
          ...sandboxHint,
        ],
        ...(isPayable ? manage : { button: 'Choose a plan', path: '/subscribe' }),
        id: `subscription-ended-${userId}-${seenAt.getTime()}`,
      }
    },
  })

  /** To the admin, who has to cancel all but one. Always logged, and sent where there is an admin. */
  const multipleSubscriptions = defineNotification({
    job: jobs.multipleSubscriptions,
    read: async (db, { userId, count }) => {
      const user = await readSubscriber(db)
      if (user)
        log(
          `User ${userId} has ${count} active subscriptions (customer ${user.customerId ?? 'unknown'}). End all but one at the card provider.`,
        )
      return user
    },
    write: (user, { userId, count, at }) => {
      const userEmail = user.email ?? `User ${userId}`
      return {
        to: adminEmail === null ? null : { name: '', address: adminEmail },
        subject: `${userEmail} pays for ${count} subscriptions at once`,
        preview: 'Please end all but one and refund the others.',
        introduction: `A user has ${count} active subscriptions, and each one is charged. Billfold does not end any of them automatically: please decide which one to keep.`,
        facts: [
          ['Subscriptions', String(count)],
          ['User', displayName(user)],
          ['Email', userEmail],
          ['User id', String(userId)],
          ['Customer', user.customerId ?? 'unknown'],
        ],
        further: [
          "In the card provider's dashboard, open this customer, end all subscriptions but one, and refund what was paid for the others.",
          ...(isSandbox ? ['They are test plans from the sandbox: no real money was moved.'] : []),
        ],
        button: 'Open the list of users',
        path: '/users',
        id: `two-live-${userId}-${Date.parse(at)}`,
      }
    },
  })

  return [pastDue, ended, multipleSubscriptions]
}
