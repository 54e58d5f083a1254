import { z } from 'zod'
import { del, file, find, findFile, get, limited, list, noBody, post, put } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { depositInput } from './deposits.ts'
import { documentEmail, emailPreview, emailStates, sendEmailReply, sendEstimateInput } from './document-emails.ts'
import { historyEvent } from './document-history.ts'
import { numberingApi } from './document-numbering.ts'
import {
  documentEditFields,
  documentFormFields,
  documentNumberInput,
  documentRate,
  documentTotals,
  drawNumber,
  homeSums,
  limitDocumentText,
  lineItem,
  lineItemInput,
  lineItemsInput,
  longFields,
  pricingFields,
  submittedTotals,
} from './documents.ts'
import { numberingAddresses } from './endpoints/document-numbering.ts'
import { estimateEndpoints } from './endpoints/estimates.ts'
import { estimateProgress, progressInput } from './estimate-progress.ts'
import { amount, calendarDay, documentDayInput, instant, optionalText, percent, version } from './fields.ts'
import { invoice } from './invoices.ts'
import { dayRangeFilter, paging, searchFilter, shortForm, sortBy } from './lists.ts'
import { scheduledSendApi, sendTime } from './scheduled-sends.ts'

const status = z.enum(estimateStatuses, `Status must be one of ${estimateStatuses.join(', ')}`)

export const estimateForm = z.strictObject({
  customerId: documentFormFields.customerId,
  estimateNumber: documentNumberInput('Estimate number'),
  issueDate: documentFormFields.issueDate,
  expiryDate: documentDayInput('Expiry date'),
  status,
  taxRate: documentFormFields.taxRate,
  taxAmount: documentFormFields.taxAmount,
  ...pricingFields,
  notes: documentFormFields.notes,
  terms: optionalText('Terms', textLimits.notes),
  lineItems: lineItemsInput(lineItemInput, 'An estimate'),
})

/** One that is created as accepted is converted immediately. */
export const estimateInput = limitDocumentText(estimateForm.extend({ status: status.default('draft'), ...submittedTotals, drawNumber }))
export type EstimateInput = z.output<typeof estimateInput>

/** Without a tax amount, a custom one is kept while rate and lines are unchanged. An omitted rate or status is unchanged. */
export const estimateEdit = limitDocumentText(estimateForm.extend({ status: status.optional(), ...documentEditFields }))
export type EstimateEdit = z.output<typeof estimateEdit>

export const estimate = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  estimateNumber: z.string(),
  status: z.enum(estimateStatuses),
  issueDate: calendarDay,
  expiryDate: calendarDay,
  ...documentTotals,
  ...documentRate,
  depositPercent: percent.nullable(),
  depositAmount: amount.nullable(),
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  publicUrl: z.string().nullable(),
  emailState: z.enum(emailStates).nullable(),
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

export const estimateSorts = ['issueDate', 'expiryDate', 'estimateNumber', 'customer', 'total'] as const
const filterFields = {
  ...searchFilter,
  status: z.enum(estimateStatuses, `status must be one of ${estimateStatuses.join(', ')}`).optional(),
  ...dayRangeFilter,
}
export const estimateFilter = z.strictObject({ ...filterFields, sort: sortBy(estimateSorts) })
export const estimateQuery = estimateFilter.extend({ ...paging, ...shortForm })

const estimateSums = z.object({ count: z.int(), ...homeSums })
/** Whatever status is asked for. */
const sumsOfStatus = estimateSums.extend({ status: z.enum(estimateStatuses) })

export const estimateHistory = z.object({ events: z.array(historyEvent), emails: z.array(documentEmail) })

export const estimatesApi = {
  list: list(estimateEndpoints.list, estimateQuery, z.union([estimate, listedEstimate])),
  summary: find(estimateEndpoints.summary, z.strictObject(filterFields), estimateSums.extend({ byStatus: z.array(sumsOfStatus) })),
  export: findFile(estimateEndpoints.export, estimateFilter),
  one: get(estimateEndpoints.one, estimate),
  create: post(estimateEndpoints.create, estimateInput, estimate, { status: 201, maxBytes: documentMaxBytes }),
  nextNumber: get(estimateEndpoints.nextNumber, z.object({ estimateNumber: z.string() })),
  update: put(estimateEndpoints.update, estimateEdit, estimate, { maxBytes: documentMaxBytes }),
  remove: del(estimateEndpoints.remove),
  restore: post(estimateEndpoints.restore, noBody, estimate),
  /** Once: a repeated or concurrent request answers with the same invoice. */
  convert: post(estimateEndpoints.convert, noBody, invoice),
  /** 409 for one that was answered, or has a custom tax. */
  setDeposit: put(estimateEndpoints.setDeposit, depositInput, estimate),
  removeDeposit: del(estimateEndpoints.removeDeposit),
  progress: get(estimateEndpoints.progress, estimateProgress),
  /** Creates a draft for a part of it. A draft for all of it is deleted; the rest is invoiced by `convert`. */
  invoicePart: post(estimateEndpoints.invoicePart, progressInput, invoice, { status: 201 }),
  history: get(estimateEndpoints.history, estimateHistory),
  emailPreview: get(estimateEndpoints.emailPreview, emailPreview),
  sendEmail: limited('emails', post(estimateEndpoints.sendEmail, sendEstimateInput.optional(), sendEmailReply)),
  email: get(estimateEndpoints.email, documentEmail),
  retryEmail: limited('emails', post(estimateEndpoints.retryEmail, noBody, documentEmail)),
  ...scheduledSendApi(estimateEndpoints),
  pdf: limited('PDFs', file(estimateEndpoints.pdf)),
  ...numberingApi(numberingAddresses('estimate')),
}
