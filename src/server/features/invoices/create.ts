import { creationOf, type Made, type NewPaper, type Origin } from '#server/papers/create.ts'
import { issuePaper } from '#server/papers/issue.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { records } from './record.ts'
import { takeFromTrial, trialIsOver } from './trial.ts'

const create = creationOf(invoiceKind, {
  gate: takeFromTrial,
  reply: `select r.*, null::text as "emailedTo" from (${records.from({ papers: 'made', lines: 'lines' })}) r`,
  column: { name: 'estimate_id', type: 'int' },
})

/**
 * Creates a draft whole, or not at all.
 * @returns the new row's id, its number, and the reply to a creation that sends no e-mail
 * @throws AppError 400 for sums that don't fit, 403 when the trial is over, 404 for a customer or item that isn't the user's, 409 for a number that is taken
 */
export const createDraft = async (db: UserDb, input: InvoiceInput, today: Day, from?: Origin): Promise<Made> => {
  const paper: NewPaper = { ...input, number: input.invoiceNumber, endDate: input.dueDate }
  if (from) paper.told = { changes: [{ field: 'Estimate', before: null, after: from.estimateNumber }], by: from.by }
  const made = await create(db, paper, today, from?.estimateId)
  if (!made) throw trialIsOver()
  return made
}

/**
 * Creates an invoice and, if it is to be sent, issues it.
 * @returns the new row's id
 * @throws AppError as `createDraft` does
 */
export const createInvoice = async (db: UserDb, input: InvoiceInput, today: Day): Promise<number> => {
  const { id } = await createDraft(db, input, today)
  if (input.status === 'sent') await issuePaper(db, invoiceKind, id)
  return id
}
