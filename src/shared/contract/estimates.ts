import { z } from 'zod'
import { adding, del, get, noBody, post, put } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { depositInput } from './deposits.ts'
import { documentApi, documentReply, draftApi } from './document-api.ts'
import { sendEstimateInput } from './document-emails.ts'
import { documentEditFields, draftFields, drawNumber, limitDocumentText, lineItem, longFields, submittedTotals } from './documents.ts'
import { estimateEndpoints } from './endpoints/estimates.ts'
import { estimateProgress, progressInput } from './estimate-progress.ts'
import { amount, calendarDay, instant, percent } from './fields.ts'
import { invoice } from './invoices.ts'
import { sendTime } from './scheduled-sends.ts'

const status = z.enum(estimateStatuses, `Status must be one of ${estimateStatuses.join(', ')}`)

export const estimateForm = z.strictObject(draftFields('estimate', { status }))

/** One that is created as accepted is converted immediately. */
export const estimateInput = limitDocumentText(estimateForm.extend({ status: status.default('draft'), ...submittedTotals, drawNumber }))
export type EstimateInput = z.output<typeof estimateInput>

/** Without a tax amount, a custom one is kept while rate and lines are unchanged. An omitted rate or status is unchanged. */
export const estimateEdit = limitDocumentText(estimateForm.extend({ status: status.optional(), ...documentEditFields }))
export type EstimateEdit = z.output<typeof estimateEdit>

export const estimate = z.object({
  ...documentReply(estimateStatuses),
  estimateNumber: z.string(),
  expiryDate: calendarDay,
  depositPercent: percent.nullable(),
  depositAmount: amount.nullable(),
  publicUrl: z.string().nullable(),
  scheduledSend: sendTime.nullable(),
  customer: z.object({ name: z.string(), company: z.string().nullable(), email: z.string().nullable() }),
  /** Of one that is invoiced in parts, the newest. */
  invoice: z.object({ id: z.int(), invoiceNumber: z.string(), isDeleted: z.boolean() }).nullable(),
  answer: z.object({ at: instant, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  lineItems: z.array(lineItem),
})
export type EstimateWire = z.input<typeof estimate>

export const listedEstimate = estimate.omit(longFields)
export type ListedEstimateWire = z.input<typeof listedEstimate>

export const estimatesApi = {
  ...documentApi('estimate', estimateEndpoints, {
    reply: estimate,
    listed: listedEstimate,
    statuses: estimateStatuses,
    message: sendEstimateInput.optional(),
  }),
  ...draftApi(estimateEndpoints, { input: estimateInput, edit: estimateEdit, reply: estimate, numberField: 'estimateNumber' }),
  /** Once: a repeated or concurrent request answers with the same invoice. */
  convert: adding('copy', post(estimateEndpoints.convert, noBody, invoice)),
  /** 409 for one that was answered, or has a custom tax. */
  setDeposit: put(estimateEndpoints.setDeposit, depositInput, estimate),
  removeDeposit: del(estimateEndpoints.removeDeposit),
  progress: get(estimateEndpoints.progress, estimateProgress),
  /** Creates a draft for a part of it. A draft for all of it is deleted; the rest is invoiced by `convert`. */
  invoicePart: adding('copy', post(estimateEndpoints.invoicePart, progressInput, invoice, { status: 201 })),
}
