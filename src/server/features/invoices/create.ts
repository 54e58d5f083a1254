import { invoiceType } from '#server/domain/documents/document-type.ts'
import { type CreatedDocument, type NewDocument, prepareCreate, type SourceEstimate } from '#server/domain/documents/lifecycle/create.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { trialInvoices } from '#shared/plans.ts'
import { invoiceRecordSql } from './read.ts'

/**
 * Counts one invoice for the trial of user $1, as part of the statement that creates it; returns no row when none is left. A single conditional update,
 * so that concurrent requests can't exceed the limit.
 */
const takeTrialInvoiceSql = `
  update users set trial_invoices_used = trial_invoices_used + case subscription_status when 'trial' then 1 else 0 end
  where id = $1 and (subscription_status = 'active' or (subscription_status = 'trial' and trial_invoices_used < ${trialInvoices}))
  returning id`

const trialLimitError = (): AppError =>
  new AppError(403, 'Your free trial has expired, please choose a plan to continue using the product', { requiresSubscription: true })

const create = prepareCreate(invoiceType, {
  limitCheck: takeTrialInvoiceSql,
  reply: `select r.*, null::text as "emailedTo" from (${invoiceRecordSql.from({ documents: 'made', lines: 'lines' })}) r`,
  column: { name: 'estimate_id', type: 'int' },
})

/**
 * Creates a draft.
 * @param from the estimate that is converted, if any
 * @returns the new row's id, its number, and the reply to a creation that sends no email
 * @throws AppError 400 for wrong totals, 403 when the trial is over, 404 for a customer or item of another user, 409 for a taken number
 */
export const createDraft = async (db: UserDb, input: InvoiceInput, today: Day, from?: SourceEstimate): Promise<CreatedDocument> => {
  const document: NewDocument = { ...input, number: input.invoiceNumber, endDate: input.dueDate }
  if (from) document.firstEvent = { changes: [{ field: 'Estimate', before: null, after: from.estimateNumber }], by: from.by }
  const made = await create(db, document, today, from?.estimateId)
  if (!made) throw trialLimitError()
  return made
}

/**
 * Creates an invoice, and issues it if its status is 'sent'.
 * @returns the new row's id
 * @throws AppError as `createDraft` does
 */
export const createInvoice = async (db: UserDb, input: InvoiceInput, today: Day): Promise<number> => {
  const { id } = await createDraft(db, input, today)
  if (input.status === 'sent') await issueDocument(db, invoiceType, id)
  return id
}
