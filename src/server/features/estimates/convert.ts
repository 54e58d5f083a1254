import { getInvoiceDueDays } from '#server/domain/business/business.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { type Actor, recordEvent } from '#server/domain/documents/history.ts'
import type { EstimateOrigin } from '#server/domain/documents/lifecycle/create.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { estimateStatusLabels, mayConvert } from '#shared/estimate-rules.ts'
import { lockEstimate } from './lock.ts'
import { type Estimate, getEstimate } from './read.ts'
import { setStatus } from './status.ts'

/** What converting needs of the invoices; handed over in app.ts. */
export type ConvertDeps = {
  /**
   * Creates an invoice that comes from an estimate.
   * @throws AppError 403 when the trial is over, 409 when there is no number left to draw; nothing is written then
   */
  createInvoice(db: UserDb, input: InvoiceInput, today: Day, from: EstimateOrigin): Promise<{ id: number; number: string }>
}

/**
 * Makes an estimate's invoice, once, and marks the estimate accepted. Whoever asks again, or at the same moment, gets the invoice that the first
 * one made.
 * @param by who converts, unless the owner does
 * @returns the invoice's id
 * @throws AppError 404, 409 for one that was rejected, has expired, or whose invoice was deleted; 403 when the trial is over. Nothing is written then
 */
export const convertEstimate = async (
  { createInvoice }: ConvertDeps,
  db: UserDb,
  { id, today, by = null }: { id: number; today: Day; by?: Actor | null },
): Promise<number> => {
  await lockEstimate(db, id)
  // Before it is read: an item that goes at this moment is either out of the lines already, or stays until they are copied.
  await lockDocuments(db)
  const estimate = await getEstimate(db, id, today)
  if (estimate.invoice?.isDeleted) throw invoiceIsGone(estimate.invoice.invoiceNumber)
  if (estimate.invoice) return estimate.invoice.id
  const may = mayConvert(estimate)
  if (may !== true) throw new AppError(409, may)

  // First what may be refused: nothing is written then, and whoever lets an acceptance stand without an invoice goes on with his transaction.
  const made = await createInvoice(db, invoiceFrom(estimate, today, await getInvoiceDueDays(db)), today, {
    estimateId: id,
    estimateNumber: estimate.estimateNumber,
    by,
  })
  const accepted = { field: 'Status', before: estimateStatusLabels[estimate.status], after: estimateStatusLabels.accepted }
  const becomesAccepted = estimate.status !== 'accepted'
  if (becomesAccepted) await setStatus(db, { id, wish: 'accepted', expiryDate: estimate.expiryDate, today })
  const invoice = { field: 'Invoice', before: null, after: made.number }
  await recordEvent(db, estimateType, id, 'converted', becomesAccepted ? [accepted, invoice] : [invoice], by)
  return made.id
}

const invoiceIsGone = (invoiceNumber: string) =>
  new AppError(409, `This estimate became invoice ${invoiceNumber}, which was deleted. Duplicate the estimate to convert it again.`)

/** The tax stays what it is to the cent, be it typed or computed. */
const invoiceFrom = (estimate: Estimate, today: Day, daysToPay: number): InvoiceInput => ({
  customerId: estimate.customerId,
  invoiceNumber: '',
  drawNumber: true,
  issueDate: today,
  dueDate: addDays(today, daysToPay),
  status: 'draft',
  taxRate: estimate.taxRate,
  taxAmount: estimate.taxAmount,
  notes: estimate.notes,
  terms: estimate.terms,
  lineItems: estimate.lineItems.map(({ itemId, description, quantity, unitPrice }) => ({ itemId, description, quantity, unitPrice })),
})
