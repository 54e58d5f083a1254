import { z } from 'zod'
import { del, file, find, findFile, get, list, noBody, paperMaxBytes, post, put } from '../endpoint.ts'
import { invoiceStatuses } from '../invoice-rules.ts'
import { amount, amountInput, calendarDay, dayInput, optionalText, quantityInput, version } from './fields.ts'
import { historyEvent } from './history.ts'
import { invoicePayment, paymentInput, recordedPayment } from './invoice-payments.ts'
import { paging, searchFilter, sortBy } from './lists.ts'
import { numberingApi } from './numbering.ts'
import { emailPreview, emailStates, paperEmail, sendEmailReply, sendInvoiceInput } from './paper-emails.ts'
import { drawNumber, editFields, formFields, lineItem, lineItemInput, lines, paperNumber, paperSums, sentSums } from './papers.ts'

/** What the Create New Invoice form asks for; the call adds the totals that it shows. */
export const invoiceForm = z.strictObject({
  customerId: formFields.customerId,
  invoiceNumber: paperNumber('Invoice number'),
  issueDate: formFields.issueDate,
  dueDate: dayInput('Due date'),
  taxRate: formFields.taxRate,
  taxAmount: formFields.taxAmount,
  notes: formFields.notes,
  terms: optionalText('Payment terms', 10_000),
  lineItems: lines(lineItemInput, 'An invoice'),
})

export const invoiceInput = invoiceForm.extend({
  status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
  ...sentSums,
  drawNumber,
})
export type InvoiceInput = z.output<typeof invoiceInput>

/** A line of the edit form. That a typed quantity is at least 1 is asked by `mayHaveQuantity`, which knows the saved lines. */
export const editedLine = lineItemInput.extend({
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be at least 1' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
})

/** What the Edit Invoice form asks for. */
export const invoiceEditForm = invoiceForm.extend({
  status: z.enum(invoiceStatuses, `Status must be one of ${invoiceStatuses.join(', ')}`),
  lineItems: lines(editedLine, 'An invoice'),
})

/** A saved edit. Without a tax amount, a typed one survives as long as rate and lines stay as they are; without a rate or a status, theirs do. */
export const invoiceEdit = invoiceEditForm.extend({ status: invoiceEditForm.shape.status.optional(), ...editFields })
export type InvoiceEdit = z.output<typeof invoiceEdit>

export const invoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  ...paperSums,
  amountPaid: amount,
  balanceDue: amount,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  /** Where its last e-mail to the customer stands; null when none was asked for. */
  emailState: z.enum(emailStates).nullable(),
  /** The estimate that it was made from. */
  estimateId: z.int().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem),
})
export type InvoiceWire = z.input<typeof invoice>

/** All newest first. */
export const invoiceHistory = z.object({
  events: z.array(historyEvent),
  payments: z.array(invoicePayment),
  emails: z.array(paperEmail),
  /** The estimate that it was made from, and whether that can still be opened. */
  estimate: z.object({ id: z.int(), estimateNumber: z.string(), isDeleted: z.boolean() }).nullable(),
})

export const invoiceSorts = ['issueDate', 'dueDate', 'invoiceNumber', 'customer', 'total'] as const
const which = {
  ...searchFilter,
  status: z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`).optional(),
}
/** Which invoices: a part of the number or the customer's name, and a status as of today; and their order. */
export const invoiceFilter = z.strictObject({ ...which, sort: sortBy(invoiceSorts) })
export const invoiceQuery = invoiceFilter.extend(paging)

/** The most invoices that one download holds. */
export const maxDownload = 100
const downloadIds = z
  .string(`ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= maxDownload, `At most ${maxDownload} invoices can be downloaded at once`)
  .refine((ids) => ids.every((id) => id <= 2_147_483_647), `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)

export const emailOutcome = z.object({
  /** The address that the e-mail goes to, or null when the customer has none and nothing was sent. */
  emailedTo: z.string().nullable(),
})

export const invoicesApi = {
  list: list('/api/invoices', invoiceQuery, invoice),
  /** How many match, what they come to, and what they still ask for; drafts ask for nothing. */
  summary: find('/api/invoices/summary', z.strictObject(which), z.object({ count: z.int(), total: amount, balanceDue: amount })),
  /** The list as a CSV file. */
  export: findFile('/api/invoices/export', invoiceFilter),
  /** Several invoices' PDFs, in one ZIP or one after the other in one PDF. */
  download: findFile(
    '/api/invoices/download',
    z.strictObject({ ids: downloadIds, as: z.enum(['zip', 'pdf'], 'as must be zip or pdf').default('zip') }),
  ),
  one: get('/api/invoices/:id', invoice),
  /** A create with status 'sent' really sends: the reply says to which address. */
  create: post('/api/invoices', invoiceInput, invoice.extend(emailOutcome.shape), { status: 201, maxBytes: paperMaxBytes }),
  /** The next number that is free, for a new dialog. */
  nextNumber: get('/api/invoices/next-number', z.object({ invoiceNumber: z.string() })),
  update: put('/api/invoices/:id', invoiceEdit, invoice, { maxBytes: paperMaxBytes }),
  remove: del('/api/invoices/:id'),
  /** Undoes a deletion. */
  restore: post('/api/invoices/:id/restore', noBody, invoice),
  history: get('/api/invoices/:id/history', invoiceHistory),
  emailPreview: get('/api/invoices/:id/email-preview', emailPreview),
  sendEmail: post('/api/invoices/:id/send-email', sendInvoiceInput.optional(), sendEmailReply),
  /** One e-mail's state, for whoever waits for the mail server's word. */
  email: get('/api/invoices/:id/emails/:emailId', paperEmail),
  retryEmail: post('/api/invoices/:id/emails/:emailId/retry', noBody, paperEmail),
  recordPayment: post('/api/invoices/:id/payments', paymentInput, recordedPayment, { status: 201 }),
  /** Undoes a payment that was recorded by hand; one that a provider took stays. */
  voidPayment: del('/api/invoices/:id/payments/:paymentId'),
  pdf: file('/api/invoices/:id/pdf'),
  /** `ref` is the owner's row number or the customer's public id. */
  createPayment: post('/api/invoices/:ref/create-payment', noBody, z.object({ paymentUrl: z.string() }), { access: 'public' }),
  /** For a public id: asks the provider what happened and answers the true state. */
  markPaid: post(
    '/api/invoices/:ref/mark-paid',
    noBody,
    z.object({ status: z.enum(['paid', 'pending', 'open']), amountPaid: amount, balanceDue: amount }),
    { access: 'public' },
  ),
  ...numberingApi('/api/invoice-numbering'),
}
