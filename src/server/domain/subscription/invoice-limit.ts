import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { mayCreateInvoice, type Subscriber, trialInvoices } from '#shared/plans.ts'

// A single conditional update, so that concurrent requests can't exceed the limit.
const takeTrialInvoiceQuery = `
  update users set trial_invoices_used = trial_invoices_used + 1
  where id = $1 and subscription_status = 'trial' and trial_invoices_used < ${trialInvoices} returning id`

const limitError = (): AppError =>
  new AppError(403, 'Your free trial has expired, please choose a plan to continue using the product', { requiresSubscription: true })

/**
 * Whatever becomes an invoice calls it once. No row is locked for a user with a plan, whose creations run in parallel.
 * @throws AppError 403 when none is left
 */
export const takeInvoice = async (db: UserDb): Promise<void> => {
  const isActive = `select subscription_status = 'active' as "isActive" from users where id = $1`
  const [user] = await db.rows<{ isActive: boolean }>(isActive, [db.userId], 'users.plan')
  if (user?.isActive) return
  if ((await db.rows(takeTrialInvoiceQuery, [db.userId], 'users.take-trial-invoice')).length === 0) throw limitError()
  db.announce('account')
}

const subscriberQuery = `
  select subscription_status as "subscriptionStatus", subscription_plan as "subscriptionPlan", trial_invoices_used as "trialInvoicesUsed"
  from users where id = $1`

/** Counts none. @throws AppError 403 */
export const requireInvoicesLeft = async (db: UserDb): Promise<void> => {
  const [user] = await db.rows<Subscriber>(subscriberQuery, [db.userId])
  if (!user || !mayCreateInvoice(user)) throw limitError()
}
