import { z } from 'zod'
import { del, file, find, findFile, get, list, noBody, paperMaxBytes, post, put } from '../endpoint.ts'
import { invoiceStatuses } from '../invoice-rules.ts'
import {
  amount,
  amountInput,
  calendarDay,
  dayInput,
  decimal,
  optionalText,
  quantityInput,
  requiredText,
  rowId,
  taxRateInput,
  version,
} from './fields.ts'
import { emailPreview, emailStates, invoiceEmail, sendEmailInput, sendEmailReply } from './invoice-emails.ts'
import { invoiceHistory } from './invoice-history.ts'
import { numberPatternInput, numberPatternReply } from './invoice-numbering.ts'
import { paymentInput, recordedPayment } from './invoice-payments.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  description: requiredText('Description', 2000),
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be positive' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
  /** May be sent, and must then be what the server computes. */
  total: amountInput('Line total').optional(),
})

/** The most lines that an invoice can have. */
export const maxLines = 1000
const lines = <L extends z.ZodType>(line: L) =>
  z
    .array(line, 'Line items are required')
    .min(1, 'At least one line item is required')
    .max(maxLines, 'An invoice can have at most 1,000 lines')

/** What the Create New Invoice form asks for; the call adds the totals that it shows. */
export const invoiceForm = z.strictObject({
  customerId: rowId('Customer'),
  invoiceNumber: requiredText('Invoice number', 50).regex(/^[^\p{Cc}]*$/u, 'Invoice number must be one line, without control characters'),
  issueDate: dayInput('Issue date'),
  dueDate: dayInput('Due date'),
  taxRate: taxRateInput.default(0),
  /** The tax as shown. When it isn't rate x subtotal, it is a custom amount that the user typed. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', 10_000),
  terms: optionalText('Payment terms', 10_000),
  lineItems: lines(lineItemInput),
})

export const invoiceInput = invoiceForm.extend({
  status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
  subtotal: amountInput('Subtotal').optional(),
  total: amountInput('Total').optional(),
  /** Nobody typed the number: the next one of the pattern is drawn in its place, so that two creations at once never meet. */
  drawNumber: z.boolean('drawNumber must be true or false').optional(),
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
  lineItems: lines(editedLine),
})

/** A saved edit. Without a tax amount, a typed one survives as long as rate and lines stay as they are; without a rate or a status, theirs do. */
export const invoiceEdit = invoiceEditForm.extend({
  status: invoiceEditForm.shape.status.optional(),
  taxRate: taxRateInput.optional(),
  subtotal: amountInput('Subtotal').optional(),
  total: amountInput('Total').optional(),
  version: version.optional(),
})
export type InvoiceEdit = z.output<typeof invoiceEdit>

export const lineItem = z.object({
  id: z.int(),
  itemId: z.int().nullable(),
  description: z.string(),
  quantity: decimal,
  unitPrice: amount,
  total: amount,
})

export const invoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  subtotal: amount,
  taxRate: decimal,
  taxAmount: amount,
  /** The tax amount was typed; it isn't rate x subtotal. */
  taxIsCustom: z.boolean(),
  total: amount,
  amountPaid: amount,
  balanceDue: amount,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  /** Where its last e-mail to the customer stands; null when none was asked for. */
  emailState: z.enum(emailStates).nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem),
})
export type InvoiceWire = z.input<typeof invoice>

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
  sendEmail: post('/api/invoices/:id/send-email', sendEmailInput.optional(), sendEmailReply),
  /** One e-mail's state, for whoever waits for the mail server's word. */
  email: get('/api/invoices/:id/emails/:emailId', invoiceEmail),
  retryEmail: post('/api/invoices/:id/emails/:emailId/retry', noBody, invoiceEmail),
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
  numberPattern: get('/api/invoice-numbering', numberPatternReply),
  saveNumberPattern: put('/api/invoice-numbering', numberPatternInput, numberPatternReply),
}
