import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { trialInvoices } from '#shared/plans.ts'

/**
 * Takes one invoice from the trial, in the transaction that creates it. One conditional update decides, so that of twenty requests at
 * once only as many succeed as are left.
 * @throws AppError 403 with requiresSubscription
 */
export const takeFromTrial = async (db: UserDb): Promise<void> => {
  const taken = await db.rows(
    `update users set trial_invoices_used = trial_invoices_used + case subscription_status when 'trial' then 1 else 0 end
     where id = $1 and (subscription_status = 'active' or (subscription_status = 'trial' and trial_invoices_used < $2))
     returning id`,
    [db.userId, trialInvoices],
    'trial.take',
  )
  if (taken.length === 0)
    throw new AppError(403, 'Your free trial has expired, please choose a plan to continue using the product', {
      requiresSubscription: true,
    })
}
