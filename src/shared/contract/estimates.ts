import { z } from 'zod'
import { del, file, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { documentEmail, emailPreview, emailStates, sendEmailReply, sendEstimateInput } from './document-emails.ts'
import { historyEvent } from './document-history.ts'
import { numberingApi } from './document-numbering.ts'
import {
  documentEditFields,
  documentFormFields,
  documentNumber,
  documentSums,
  drawNumber,
  limitDocumentText,
  lineItem,
  lineItemInput,
  lineItemsInput,
  submittedTotals,
} from './documents.ts'
import { estimateNumberingEndpoints } from './endpoints/document-numbering.ts'
import { estimateEndpoints } from './endpoints/estimates.ts'
import { amount, calendarDay, dayInput, instant, optionalText, version } from './fields.ts'
import { invoice } from './invoices.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

const status = z.enum(estimateStatuses, `Status must be one of ${estimateStatuses.join(', ')}`)

/** What the estimate form asks for, new or saved; the call adds the totals that it shows. */
export const estimateForm = z.strictObject({
  customerId: documentFormFields.customerId,
  estimateNumber: documentNumber('Estimate number'),
  issueDate: documentFormFields.issueDate,
  expiryDate: dayInput('Expiry date'),
  status,
  taxRate: documentFormFields.taxRate,
  taxAmount: documentFormFields.taxAmount,
  notes: documentFormFields.notes,
  terms: optionalText('Terms', textLimits.notes),
  lineItems: lineItemsInput(lineItemInput, 'An estimate'),
})

/** One that is created as accepted is converted at once, as when it becomes so later. */
export const estimateInput = limitDocumentText(estimateForm.extend({ status: status.default('draft'), ...submittedTotals, drawNumber }))
export type EstimateInput = z.output<typeof estimateInput>

/** A saved edit. Without a tax amount, a typed one survives as long as rate and lines stay as they are; without a rate or a status, theirs do. */
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
  ...documentSums,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  /** Where the customer reads and answers it; null while it is a draft. */
  publicUrl: z.string().nullable(),
  /** Where its last e-mail to the customer stands; null when none was asked for. */
  emailState: z.enum(emailStates).nullable(),
  /** As the estimate says it, once it was sent; the address is the present one. */
  customer: z.object({ name: z.string(), company: z.string().nullable(), email: z.string().nullable() }),
  /** The invoice that it became. */
  invoice: z.object({ id: z.int(), invoiceNumber: z.string(), isDeleted: z.boolean() }).nullable(),
  /** What the customer answered on the public page; null while he hasn't. */
  answer: z.object({ at: instant, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  lineItems: z.array(lineItem),
})
export type EstimateWire = z.input<typeof estimate>

export const estimateSorts = ['issueDate', 'expiryDate', 'estimateNumber', 'customer', 'total'] as const
const which = {
  ...searchFilter,
  status: z.enum(estimateStatuses, `status must be one of ${estimateStatuses.join(', ')}`).optional(),
}
/** Which estimates: a part of the number, the customer's name or his company, and a status as of today; and their order. */
export const estimateFilter = z.strictObject({ ...which, sort: sortBy(estimateSorts) })
export const estimateQuery = estimateFilter.extend(paging)

/** Both newest first. */
export const estimateHistory = z.object({ events: z.array(historyEvent), emails: z.array(documentEmail) })

export const estimatesApi = {
  list: list(estimateEndpoints.list, estimateQuery, estimate),
  /** How many match, and what they come to. */
  summary: find(estimateEndpoints.summary, z.strictObject(which), z.object({ count: z.int(), total: amount })),
  /** The list as a CSV file. */
  export: findFile(estimateEndpoints.export, estimateFilter),
  one: get(estimateEndpoints.one, estimate),
  create: post(estimateEndpoints.create, estimateInput, estimate, { status: 201, maxBytes: documentMaxBytes }),
  /** The next number that is free, for a new dialog. */
  nextNumber: get(estimateEndpoints.nextNumber, z.object({ estimateNumber: z.string() })),
  update: put(estimateEndpoints.update, estimateEdit, estimate, { maxBytes: documentMaxBytes }),
  remove: del(estimateEndpoints.remove),
  /** Undoes a deletion. */
  restore: post(estimateEndpoints.restore, noBody, estimate),
  /** Makes its invoice, once: a repeated or concurrent call answers with the invoice that the first one made. */
  convert: post(estimateEndpoints.convert, noBody, invoice),
  history: get(estimateEndpoints.history, estimateHistory),
  emailPreview: get(estimateEndpoints.emailPreview, emailPreview),
  sendEmail: post(estimateEndpoints.sendEmail, sendEstimateInput.optional(), sendEmailReply),
  /** One e-mail's state, for whoever waits for the mail server's word. */
  email: get(estimateEndpoints.email, documentEmail),
  retryEmail: post(estimateEndpoints.retryEmail, noBody, documentEmail),
  pdf: file(estimateEndpoints.pdf),
  ...numberingApi(estimateNumberingEndpoints),
}
