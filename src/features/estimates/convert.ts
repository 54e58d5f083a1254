import { createDraft } from '#features/invoices/create.ts'
import { requestDepositOfEstimate } from '#features/invoices/deposits.ts'
import { type ConversionDefaults, getConversionDefaults } from '#server/domain/business/business.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { drawPartNo } from '#server/domain/documents/estimate-billing.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { copyContent } from '#server/domain/documents/lifecycle/copy-content.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { ProgressInput } from '#shared/contract/estimate-progress.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusLabels, mayConvert } from '#shared/estimate-rules.ts'
import { countDays } from '#shared/periods.ts'
import { detectTermsLanguage } from '#shared/validity-terms.ts'
import { getDepositRequest } from './deposit.ts'
import { copyFields, invoicePart, invoiceRest } from './progress.ts'
import { type Estimate, getEstimate } from './read.ts'
import { setStatus } from './status.ts'

/**
 * Once: repeated and concurrent requests get the same invoice. Of an estimate that is invoiced in parts, it invoices the rest. Call it under the
 * estimate's lock.
 * @param by null for the owner
 * @throws AppError 404; 409 for a rejected or expired estimate, or a deleted invoice; 403 when the trial is over. Nothing is written then
 */
export const convertEstimate = async (
  db: UserDb,
  { id, today, by = null }: { id: number; today: Day; by?: Actor | null },
): Promise<number> => {
  // Before the estimate is read, so that an item can't be deleted between reading the lines and copying them.
  await lockDocuments(db)
  const estimate = await getEstimate(db, id, today)
  const buildFields = createFieldBuilder(today, await getConversionDefaults(db))
  const rest = await invoiceRest(db, estimate, today, buildFields)
  if (rest !== undefined) return rest
  if (estimate.invoice?.isDeleted) throw deletedInvoiceError(estimate.invoice.invoiceNumber)
  if (estimate.invoice) return estimate.invoice.id
  const may = mayConvert(estimate)
  if (may !== true) throw new AppError(409, may)

  // The step that can be refused comes first, so that nothing has been written then, and the caller can continue its transaction without an invoice.
  const made = await createDraft(
    db,
    { ...buildFields(estimate), lineItems: copyContent(estimate).lineItems },
    {
      from: 'estimate',
      number: estimate.estimateNumber,
      source: { id, partNo: 0 },
      by,
    },
  )
  const accepted = { field: 'Status', before: estimateStatusLabels[estimate.status], after: estimateStatusLabels.accepted }
  const becomesAccepted = estimate.status !== 'accepted'
  if (becomesAccepted) await setStatus(db, { id, requested: 'accepted', expiryDate: estimate.expiryDate, today })
  const request = getDepositRequest(estimate)
  if (request) {
    const source = { id, partNo: await drawPartNo(db, id) }
    await requestDepositOfEstimate(db, made.id, request, today, { from: 'deposit', number: estimate.estimateNumber, source, by })
  }
  const invoice = { field: 'Invoice', before: null, after: 'Draft' }
  await recordEvent(db, estimateType, id, 'converted', becomesAccepted ? [accepted, invoice] : [invoice], by)
  return made.id
}

const deletedInvoiceError = (invoiceNumber: string) =>
  new AppError(409, `This estimate became invoice ${invoiceNumber}, which was deleted. Duplicate the estimate to convert it again.`)

const hasOwnTerms = ({ terms, issueDate, expiryDate }: Estimate, { estimateTerms }: ConversionDefaults): boolean =>
  !!terms && terms !== estimateTerms && detectTermsLanguage(terms, countDays({ from: issueDate, to: expiryDate }) - 1) === null

/** Default terms of an estimate say how long it is valid, which an invoice must not say; terms that were agreed with the customer stay. */
const createFieldBuilder = (today: Day, defaults: ConversionDefaults) => (estimate: Estimate) => ({
  customerId: estimate.customerId,
  invoiceNumber: '',
  drawNumber: true,
  issueDate: today,
  status: 'draft' as const,
  ...copyFields(estimate),
  ...(hasOwnTerms(estimate, defaults) ? {} : { terms: defaults.invoiceTerms }),
})

export const convertPart = async (db: UserDb, id: number, request: ProgressInput, today: Day): Promise<number> =>
  invoicePart(db, { id, request, today }, createFieldBuilder(today, await getConversionDefaults(db)))
