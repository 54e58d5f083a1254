import { getInvoiceDueDays } from '#server/domain/business/business.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { drawPartNo } from '#server/domain/documents/estimate-billing.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { copyContent } from '#server/domain/documents/lifecycle/copy-content.ts'
import type { DepositOfEstimate, SourceEstimate } from '#server/domain/documents/lifecycle/create.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { ProgressInput } from '#shared/contract/estimate-progress.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { DepositRequest } from '#shared/deposits.ts'
import { estimateStatusLabels, mayConvert } from '#shared/estimate-rules.ts'
import type { Amount } from '#shared/money.ts'
import { getDepositRequest } from './deposit.ts'
import { copyFields, type EstimatePart, invoicePart, invoiceRest } from './progress.ts'
import { type Estimate, getEstimate, lockEstimate } from './read.ts'
import { setStatus } from './status.ts'

export type ConvertDeps = {
  /** @throws AppError 403 when the trial is over, 409 when no number is left */
  createInvoice(
    db: UserDb,
    input: InvoiceInput,
    today: Day,
    from: SourceEstimate | EstimatePart,
  ): Promise<{ id: number; invoiceNumber: string; total: Amount }>
  /** One that the customer accepted is sent to them. @throws AppError as `createInvoice`; 409 when it can't be issued or emailed */
  requestDeposit(db: UserDb, invoiceId: number, request: DepositRequest, today: Day, from: DepositOfEstimate): Promise<void>
}

/**
 * Once: repeated and concurrent requests get the same invoice. Of an estimate that is invoiced in parts, it invoices the rest.
 * @param by null for the owner
 * @throws AppError 404; 409 for a rejected or expired estimate, or a deleted invoice; 403 when the trial is over. Nothing is written then
 */
export const convertEstimate = async (
  deps: ConvertDeps,
  db: UserDb,
  { id, today, by = null }: { id: number; today: Day; by?: Actor | null },
): Promise<number> => {
  await lockEstimate(db, id)
  // Before the estimate is read, so that an item can't be deleted between reading the lines and copying them.
  await lockDocuments(db)
  const estimate = await getEstimate(db, id, today)
  const buildFields = createFieldBuilder(today, await getInvoiceDueDays(db))
  const rest = await invoiceRest(deps, db, estimate, today, buildFields)
  if (rest !== undefined) return rest
  if (estimate.invoice?.isDeleted) throw deletedInvoiceError(estimate.invoice.invoiceNumber)
  if (estimate.invoice) return estimate.invoice.id
  const may = mayConvert(estimate)
  if (may !== true) throw new AppError(409, may)

  // The step that can be refused comes first, so that nothing has been written then, and the caller can continue its transaction without an invoice.
  const made = await deps.createInvoice(db, { ...buildFields(estimate), lineItems: copyContent(estimate).lineItems }, today, {
    estimateId: id,
    estimateNumber: estimate.estimateNumber,
    by,
  })
  const accepted = { field: 'Status', before: estimateStatusLabels[estimate.status], after: estimateStatusLabels.accepted }
  const becomesAccepted = estimate.status !== 'accepted'
  if (becomesAccepted) await setStatus(db, { id, requested: 'accepted', expiryDate: estimate.expiryDate, today })
  const request = getDepositRequest(estimate)
  if (request) {
    const from = { estimateId: id, estimateNumber: estimate.estimateNumber, partNo: await drawPartNo(db, id), by, isToBeSent: by !== null }
    await deps.requestDeposit(db, made.id, request, today, from)
  }
  const invoice = { field: 'Invoice', before: null, after: made.invoiceNumber }
  await recordEvent(db, estimateType, id, 'converted', becomesAccepted ? [accepted, invoice] : [invoice], by)
  return made.id
}

const deletedInvoiceError = (invoiceNumber: string) =>
  new AppError(409, `This estimate became invoice ${invoiceNumber}, which was deleted. Duplicate the estimate to convert it again.`)

const createFieldBuilder = (today: Day, daysToPay: number) => (estimate: Estimate) => ({
  customerId: estimate.customerId,
  invoiceNumber: '',
  drawNumber: true,
  issueDate: today,
  dueDate: addDays(today, daysToPay),
  status: 'draft' as const,
  ...copyFields(estimate),
})

export const convertPart = async (deps: ConvertDeps, db: UserDb, id: number, request: ProgressInput, today: Day): Promise<number> =>
  invoicePart(deps, db, { id, request, today }, createFieldBuilder(today, await getInvoiceDueDays(db)))
