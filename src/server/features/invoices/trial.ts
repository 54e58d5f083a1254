import { AppError } from '#server/platform/errors.ts'
import { trialInvoices } from '#shared/plans.ts'

/**
 * Takes one invoice from the trial of user $1, as a part of the statement that creates it; no row comes back when nothing is left. One conditional
 * update decides, so that of twenty requests at once only as many succeed as are left.
 */
export const takeTrialInvoiceSql = `
  update users set trial_invoices_used = trial_invoices_used + case subscription_status when 'trial' then 1 else 0 end
  where id = $1 and (subscription_status = 'active' or (subscription_status = 'trial' and trial_invoices_used < ${trialInvoices}))
  returning id`

export const trialLimitError = (): AppError =>
  new AppError(403, 'Your free trial has expired, please choose a plan to continue using the product', { requiresSubscription: true })
