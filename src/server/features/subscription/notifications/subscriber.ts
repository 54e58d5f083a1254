import type { UserDb } from '#server/platform/db/client.ts'
import { formatDay, today } from '#shared/dates.ts'
import type { SubscriptionPlan, SubscriptionStatus } from '#shared/plans.ts'

/** What mails about a subscription say of its user. */
export type Subscriber = {
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

/** As it stands when the mail is written; undefined when the account was deleted meanwhile. */
export const readSubscriber = async (db: UserDb): Promise<Subscriber | undefined> => {
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

/** 'Jan 12, 2026' where the user is. */
export const formatDayInTimeZone = (at: Date, { timeZone }: Pick<Subscriber, 'timeZone'>): string => formatDay(today(at, timeZone))
