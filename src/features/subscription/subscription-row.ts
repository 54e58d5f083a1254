import { neverSubscribed, type StoredState } from '#server/domain/subscription/state.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'

export type SubscriptionRow = {
  customerId: string | null
  accountId: string | null
  state: StoredState
  trialInvoicesUsed: number
  checkedAt: Date | null
  attemptId: string | null
  attemptPlan: string | null
  email: string | null
  name: string | null
}

type Read = Omit<SubscriptionRow, 'state'> & StoredState

const columns = `
  stripe_customer_id as "customerId", subscription_account as "accountId", subscription_status as "subscriptionStatus",
  subscription_plan as "subscriptionPlan", stripe_subscription_id as "subscriptionId", subscription_period_end as "periodEnd",
  subscription_ends_at as "endsAt", past_due_since as "pastDueSince", live_subscriptions as "liveSubscriptions",
  trial_invoices_used as "trialInvoicesUsed", subscription_checked_at as "checkedAt", subscription_attempt_id as "attemptId",
  subscription_attempt_plan as "attemptPlan", email, nullif(trim(concat_ws(' ', first_name, last_name)), '') as name`

/** @throws AppError 401 when the user was deleted meanwhile */
export const readSubscriptionRow = async (db: UserDb, { lock = false } = {}): Promise<SubscriptionRow> => {
  const [read] = await db.rows<Read>(`select ${columns} from users where id = $1${lock ? ' for update' : ''}`, [db.userId])
  if (!read) throw new AppError(401, 'Please sign in')
  const { subscriptionStatus, subscriptionPlan, subscriptionId, periodEnd, endsAt, pastDueSince, liveSubscriptions, ...row } = read
  return { ...row, state: { subscriptionStatus, subscriptionPlan, subscriptionId, periodEnd, endsAt, pastDueSince, liveSubscriptions } }
}

export const getCustomerId = ({ customerId, accountId }: SubscriptionRow, account: string): string | null =>
  accountId === account ? customerId : null

/** `neverSubscribed` when the state is of another account. */
export const getStateForAccount = ({ accountId, state }: SubscriptionRow, account: string): StoredState =>
  accountId === account || accountId === null ? state : neverSubscribed

/** @param checkedAt when the state was requested from the provider; null when it wasn't */
export const saveSubscriptionState = async (db: UserDb, state: StoredState, checkedAt: Date | null, nextCheckAt: Date | null) => {
  db.announce('account')
  await db.rows(
    `update users set subscription_status = $2, subscription_plan = $3, stripe_subscription_id = $4, subscription_period_end = $5,
       subscription_ends_at = $6, past_due_since = $7, live_subscriptions = $8, subscription_checked_at = $9,
       subscription_next_check_at = $10, updated_at = case when (subscription_status, subscription_plan, stripe_subscription_id,
         subscription_period_end, subscription_ends_at, past_due_since, live_subscriptions) is distinct from ($2, $3, $4,
         $5::timestamptz, $6::timestamptz, $7::timestamptz, $8::int) then now() else updated_at end
     where id = $1`,
    [
      db.userId,
      state.subscriptionStatus,
      state.subscriptionPlan as SubscriptionPlan | null,
      state.subscriptionId,
      state.periodEnd,
      state.endsAt,
      state.pastDueSince,
      state.liveSubscriptions,
      checkedAt,
      nextCheckAt,
    ],
  )
}
