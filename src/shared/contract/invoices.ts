import { z } from 'zod'
import { del, file, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { documentEmail, emailPreview, emailStates, sendEmailReply, sendInvoiceInput } from './document-emails.ts'
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
import { invoiceNumberingEndpoints } from './endpoints/document-numbering.ts'
import { invoiceEndpoints } from './endpoints/invoices.ts'
import { publicPaymentEndpoints } from './endpoints/public-payments.ts'
import { amount, amountInput, calendarDay, dayInput, optionalText, quantityInput, rowId, version } from './fields.ts'
import { invoicePayment, paymentAttempt, paymentInput, recordedPayment, refundInput, sendReceipt } from './invoice-payments.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

/** What the Create New Invoice form asks for; the call adds the totals that it shows. */
export const invoiceForm = z.strictObject({
  customerId: documentFormFields.customerId,
  invoiceNumber: documentNumber('Invoice number'),
  issueDate: documentFormFields.issueDate,
  dueDate: dayInput('Due date'),
  taxRate: documentFormFields.taxRate,
  taxAmount: documentFormFields.taxAmount,
  notes: documentFormFields.notes,
  terms: optionalText('Payment terms', textLimits.notes),
  lineItems: lineItemsInput(lineItemInput, 'An invoice'),
})

export const invoiceInput = limitDocumentText(
  invoiceForm.extend({
    status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
    ...submittedTotals,
    drawNumber,
  }),
)
export type InvoiceInput = z.output<typeof invoiceInput>

/** A line of the edit form. That a typed quantity is at least 1 is checked by `tooSmallLines`, which knows the saved lines. */
export const editedLine = lineItemInput.extend({
  /** The saved line that it is; null for a new one. */
  id: rowId('Line').nullish(),
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be at least 1' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
})

/** What the Edit Invoice form asks for. */
export const invoiceEditForm = invoiceForm.extend({
  status: z.enum(invoiceStatuses, `Status must be one of ${invoiceStatuses.join(', ')}`),
  lineItems: lineItemsInput(editedLine, 'An invoice'),
})

/**
 * A saved edit. Without a tax amount, a typed one survives as long as rate and lines stay as they are; without a rate or a status, theirs do.
 * `sendReceipt` counts where the status becomes paid, and a payment is recorded by that.
 */
export const invoiceEdit = limitDocumentText(
  invoiceEditForm.extend({ status: invoiceEditForm.shape.status.optional(), ...documentEditFields, sendReceipt }),
)
export type InvoiceEdit = z.output<typeof invoiceEdit>

/** What may be wrong with an invoice's payments; the gravest is told. */
export const paymentAttentions = ['review', 'dispute', 'refund failed', 'overpaid'] as const

export const invoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  ...documentSums,
  amountPaid: amount,
  balanceDue: amount,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  /** Where its last e-mail to the customer stands; null when none was asked for. */
  emailState: z.enum(emailStates).nullable(),
  /** What about its payments wants its owner's eye; null for nothing. */
  paymentAttention: z.enum(paymentAttentions).nullable(),
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
  /** Payments under way or under review. */
  attempts: z.array(paymentAttempt),
  emails: z.array(documentEmail),
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

/** What became of a payment, as the provider says, and what the invoice still asks for. */
export const paymentState = z.object({ status: z.enum(['paid', 'pending', 'open']), amountPaid: amount, balanceDue: amount })

const walletSetup = z.object({
  clientToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** The script that stands in for the provider's own while the sandbox serves; null otherwise. */
  script: z.string().nullable(),
})

const walletOrderInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  currency: z.literal('USD', 'Currency must be USD'),
  intent: z.literal('CAPTURE', 'Intent must be CAPTURE'),
})

export const invoicesApi = {
  list: list(invoiceEndpoints.list, invoiceQuery, invoice),
  /** How many match, what they come to, and what they still ask for; drafts ask for nothing. */
  summary: find(invoiceEndpoints.summary, z.strictObject(which), z.object({ count: z.int(), total: amount, balanceDue: amount })),
  /** The list as a CSV file. */
  export: findFile(invoiceEndpoints.export, invoiceFilter),
  /** Several invoices' PDFs, in one ZIP or one after the other in one PDF. */
  download: findFile(
    invoiceEndpoints.download,
    z.strictObject({ ids: downloadIds, as: z.enum(['zip', 'pdf'], 'as must be zip or pdf').default('zip') }),
  ),
  one: get(invoiceEndpoints.one, invoice),
  /** A create with status 'sent' really sends: the reply says to which address. */
  create: post(invoiceEndpoints.create, invoiceInput, invoice.extend(emailOutcome.shape), { status: 201, maxBytes: documentMaxBytes }),
  /** The next number that is free, for a new dialog. */
  nextNumber: get(invoiceEndpoints.nextNumber, z.object({ invoiceNumber: z.string() })),
  update: put(invoiceEndpoints.update, invoiceEdit, invoice, { maxBytes: documentMaxBytes }),
  remove: del(invoiceEndpoints.remove),
  /** Undoes a deletion. */
  restore: post(invoiceEndpoints.restore, noBody, invoice),
  history: get(invoiceEndpoints.history, invoiceHistory),
  emailPreview: get(invoiceEndpoints.emailPreview, emailPreview),
  sendEmail: post(invoiceEndpoints.sendEmail, sendInvoiceInput.optional(), sendEmailReply),
  /** One e-mail's state, for whoever waits for the mail server's word. */
  email: get(invoiceEndpoints.email, documentEmail),
  retryEmail: post(invoiceEndpoints.retryEmail, noBody, documentEmail),
  recordPayment: post(invoiceEndpoints.recordPayment, paymentInput, recordedPayment, { status: 201 }),
  /** Undoes a payment that was recorded by hand; one that a provider took stays. */
  voidPayment: del(invoiceEndpoints.voidPayment),
  pdf: file(invoiceEndpoints.pdf),
  /** The receipt for what was paid so far; 404 until something was. */
  receipt: file(invoiceEndpoints.receipt),
  /** `ref` is the owner's row number or the customer's public id. */
  createPayment: post(publicPaymentEndpoints.createPayment, noBody, z.object({ paymentUrl: z.string() }), { access: 'public' }),
  /**
   * For a public id: asks the provider what happened and answers the true state. `sessionId` is the provider's page that the customer comes from:
   * one that isn't of this invoice is answered 404. `sendReceipt` is its owner's choice, for the payment that is recorded.
   */
  markPaid: post(
    publicPaymentEndpoints.markPaid,
    z.strictObject({ sessionId: optionalText('Session', textLimits.paymentSession), sendReceipt }).optional(),
    paymentState,
    { access: 'public' },
  ),
  /** What the wallet's button needs in the browser. */
  paypalSetup: get(publicPaymentEndpoints.paypalSetup, walletSetup, { access: 'public' }),
  /** A wallet order for the balance due. Amount and currency are checked against it, never believed. */
  paypalOrder: post(publicPaymentEndpoints.paypalOrder, walletOrderInput, z.object({ id: z.string() }), { access: 'public' }),
  /** Takes what the customer approved. 422 with `code: 'declined'`: he may choose another way to pay. */
  paypalCapture: post(publicPaymentEndpoints.paypalCapture, noBody, paymentState, { access: 'public' }),
  /** Gives a payment back, or a part of it, through the provider that took it. */
  refund: post(invoiceEndpoints.refund, refundInput, recordedPayment, { status: 201 }),
  /** Takes money that isn't what was asked for as a payment all the same ... */
  acceptPayment: post(invoiceEndpoints.acceptPayment, noBody, invoiceHistory),
  /** ... or gives it back. */
  rejectPayment: post(invoiceEndpoints.rejectPayment, noBody, invoiceHistory),
  ...numberingApi(invoiceNumberingEndpoints),
}
