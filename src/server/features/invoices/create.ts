import { type CreatedDocument, type EstimateOrigin, type NewDocument, prepareCreate } from '#server/papers/create.ts'
import { issueDocument } from '#server/papers/issue.ts'
import { invoiceType } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { invoiceRecordSql } from './record.ts'
import { takeTrialInvoiceSql, trialLimitError } from './trial.ts'

const create = prepareCreate(invoiceType, {
  gate: takeTrialInvoiceSql,
  reply: `select r.*, null::text as "emailedTo" from (${invoiceRecordSql.from({ documents: 'made', lines: 'lines' })}) r`,
  column: { name: 'estimate_id', type: 'int' },
})

/**
 * Creates a draft whole, or not at all.
 * @returns the new row's id, its number, and the reply to a creation that sends no e-mail
 * @throws AppError 400 for sums that don't fit, 403 when the trial is over, 404 for a customer or item that isn't the user's, 409 for a number that is taken
 */
export const createDraft = async (db: UserDb, input: InvoiceInput, today: Day, from?: EstimateOrigin): Promise<CreatedDocument> => {
  const document: NewDocument = { ...input, number: input.invoiceNumber, endDate: input.dueDate }
  if (from) document.firstEvent = { changes: [{ field: 'Estimate', before: null, after: from.estimateNumber }], by: from.by }
  const made = await create(db, document, today, from?.estimateId)
  if (!made) throw trialLimitError()
  return made
}

/**
 * Creates an invoice and, if it is to be sent, issues it.
 * @returns the new row's id
 * @throws AppError as `createDraft` does
 */
export const createInvoice = async (db: UserDb, input: InvoiceInput, today: Day): Promise<number> => {
  const { id } = await createDraft(db, input, today)
  if (input.status === 'sent') await issueDocument(db, invoiceType, id)
  return id
}
