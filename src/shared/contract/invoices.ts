import { z } from 'zod'
import { maxEarlyDiscountDays } from '#shared/early-discounts.ts'
import { adding, del, file, get, limited, noBody, post, put } from '#shared/endpoint.ts'
import { invoiceKinds, invoiceStatuses } from '#shared/invoice-rules.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { creditNote } from './credit-notes.ts'
import { deductedFrom, deposit, depositInput } from './deposits.ts'
import { documentApi, documentReply, draftApi } from './document-api.ts'
import { documentEmail, sendInvoiceInput } from './document-emails.ts'
import { historyEvent } from './document-history.ts'
import {
  documentEditFields,
  draftFields,
  drawNumber,
  limitDocumentText,
  lineItem,
  lineItemInput,
  lineItemsInput,
  longFields,
  submittedTotals,
  withholdingReply,
} from './documents.ts'
import { invoiceEndpoints } from './endpoints/invoices.ts'
import { publicPaymentEndpoints } from './endpoints/public-payments.ts'
import {
  amount,
  amountInput,
  calendarDay,
  currency,
  instant,
  optionalText,
  orNone,
  partInput,
  percent,
  quantityInput,
  rowId,
  sum,
  wholeNumber,
  withholdingInput,
} from './fields.ts'
import { instalmentsInput, schedule, scheduleInput } from './instalments.ts'
import {
  invoicePayment,
  paymentAttempt,
  paymentInput,
  recordedPayment,
  refundedPayment,
  refundInput,
  sendReceipt,
} from './invoice-payments.ts'
import { sendTime } from './scheduled-sends.ts'
import {
  appliedCredit,
  creditApplication,
  creditApplicationInput,
  recordedWriteOff,
  settledBy,
  writeOff,
  writeOffInput,
} from './settlements.ts'

/** By default those of the customer; see `early-discounts.ts`. */
const earlyDiscountFields = {
  earlyDiscountPercent: orNone(partInput('Early payment discount')),
  earlyDiscountDays: orNone(wholeNumber('Early payment discount days', 1, maxEarlyDiscountDays)),
}
export const invoiceForm = z.strictObject({
  ...draftFields('invoice', { ...earlyDiscountFields, /** By default that of the business. */ withholdingPercent: withholdingInput }),
  terms: optionalText('Payment terms', textLimits.notes),
})

export const invoiceInput = limitDocumentText(
  invoiceForm.extend({
    status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
    /** A retainer has no tax. Deposits are asked for on a draft. */
    kind: z.enum(['standard', 'retainer'], "Kind must be 'standard' or 'retainer'; request a deposit on a draft").optional(),
    ...submittedTotals,
    drawNumber,
    /** A payment schedule, as `saveSchedule` takes it. */
    instalments: instalmentsInput.optional(),
    /** Sent ten seconds later; until then `undoSend` takes it back. */
    holdEmail: z.boolean('holdEmail must be true or false').optional(),
  }),
)
export type InvoiceInput = z.output<typeof invoiceInput>

/** `findTooSmallLines` checks that a typed quantity is at least 1, as it needs the saved lines. */
export const editedLine = lineItemInput.extend({
  id: rowId('Line').nullish(),
  /** As replies have it, so that a reply can be sent back: a saved line keeps its own. */
  sourceLineId: z.int('Source line must be a row number').nullish(),
  quantity: quantityInput('Quantity', { belowMin: 'Quantity must be at least 1' }),
})

export const invoiceEditForm = invoiceForm.extend({
  status: z.enum(invoiceStatuses, `Status must be one of ${invoiceStatuses.join(', ')}`),
  lineItems: lineItemsInput(editedLine, 'An invoice'),
})

/**
 * Without a tax amount, a custom one is kept while rate and lines are unchanged. An omitted rate or status is unchanged.
 * `sendReceipt` applies to the payment that is recorded when the status becomes paid.
 */
export const invoiceEdit = limitDocumentText(
  invoiceEditForm.extend({ status: invoiceEditForm.shape.status.optional(), ...documentEditFields, sendReceipt }),
)
export type InvoiceEdit = z.output<typeof invoiceEdit>

/** Most severe first; the most severe one is shown. */
export const paymentAttentions = ['review', 'dispute', 'refund failed', 'overpaid'] as const

export const invoice = z.object({
  ...documentReply(invoiceStatuses),
  invoiceNumber: z.string(),
  kind: z.enum(invoiceKinds),
  dueDate: calendarDay,
  earlyDiscountPercent: percent.nullable(),
  earlyDiscountDays: z.int().nullable(),
  ...withholdingReply,
  amountPaid: amount,
  amountWrittenOff: amount,
  amountCredited: amount,
  /** Credit of other invoices, less its own that was applied to others. */
  creditApplied: amount,
  balanceDue: amount,
  settledBy,
  paymentUrl: z.string().nullable(),
  scheduledSend: sendTime.nullable(),
  paymentAttention: z.enum(paymentAttentions).nullable(),
  viewedAt: instant.nullable(),
  estimateId: z.int().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem),
})
export type InvoiceWire = z.input<typeof invoice>

export const listedInvoice = invoice.omit(longFields)
export type ListedInvoiceWire = z.input<typeof listedInvoice>

/** All lists are newest first. */
export const invoiceHistory = z.object({
  events: z.array(historyEvent),
  payments: z.array(invoicePayment),
  writeOffs: z.array(writeOff),
  creditNotes: z.array(creditNote),
  creditApplications: z.array(creditApplication),
  /** Of other invoices in its currency; zero where nothing is due. */
  availableCredit: amount,
  ...schedule.shape,
  /** Those that it deducts, and of a draft those that it could deduct. */
  deposits: z.array(deposit),
  deductedFrom: z.array(deductedFrom),
  attempts: z.array(paymentAttempt),
  emails: z.array(documentEmail),
  estimate: z.object({ id: z.int(), estimateNumber: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The customer's page; null for a draft. */
  publicUrl: z.string().nullable(),
  /** null also when that was deleted. */
  recurringInvoice: z.object({ id: z.int() }).nullable(),
})

export const maxDownload = 100
const downloadIds = z
  .string(`ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= maxDownload, `At most ${maxDownload} invoices can be downloaded at once`)
  .refine((ids) => ids.every(Number.isSafeInteger), `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)

export const emailOutcome = z.object({
  /** null when the customer has none and nothing was sent. */
  emailedTo: z.string().nullable(),
})

export const paymentState = z.object({ status: z.enum(['paid', 'pending', 'open']), amountPaid: amount, balanceDue: amount })

const paypalSetup = z.object({
  clientToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Replaces the provider's script; null outside the sandbox. */
  script: z.string().nullable(),
})

const paypalOrderInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  currency,
  intent: z.literal('CAPTURE', 'Intent must be CAPTURE'),
})

/** What settles an invoice. */
export const settlementApi = {
  recordPayment: post(invoiceEndpoints.recordPayment, paymentInput, recordedPayment, { status: 201 }),
  voidPayment: del(invoiceEndpoints.voidPayment),
  /** 409 for a draft, an invoice without a balance due, and while a payment is under way or under review. */
  writeOff: post(invoiceEndpoints.writeOff, writeOffInput, recordedWriteOff, { status: 201 }),
  /** One that was undone stays as it is. */
  reverseWriteOff: post(invoiceEndpoints.reverseWriteOff, noBody, recordedWriteOff),
  /** 409 for a draft, without a balance due or credit, and while a payment is under way or under review. */
  applyCredit: post(invoiceEndpoints.applyCredit, creditApplicationInput, appliedCredit, { status: 201 }),
  /** One that was undone stays as it is. */
  reverseCredit: post(invoiceEndpoints.reverseCredit, noBody, appliedCredit),
  schedule: get(invoiceEndpoints.schedule, schedule),
  /** 409 for a paid invoice, while a payment is under way, and where a saved card is going to be charged. */
  saveSchedule: put(invoiceEndpoints.saveSchedule, scheduleInput, schedule),
}

export const invoicesApi = {
  /** Drafts have no balance due in the summary. */
  ...documentApi('invoice', invoiceEndpoints, {
    reply: invoice,
    listed: listedInvoice,
    statuses: invoiceStatuses,
    history: invoiceHistory,
    message: sendInvoiceInput.optional(),
    sums: { balanceDue: sum },
  }),
  ...draftApi(invoiceEndpoints, { input: invoiceInput, edit: invoiceEdit, reply: invoice, numberField: 'invoiceNumber' }),
  download: limited('exports', {
    ...file(invoiceEndpoints.download),
    query: z.strictObject({ ids: downloadIds, as: z.enum(['zip', 'pdf'], 'as must be zip or pdf').default('zip') }),
  }),
  create: limited(
    'emails',
    adding(
      'document',
      post(invoiceEndpoints.create, invoiceInput, invoice.extend(emailOutcome.shape), { status: 201, maxBytes: documentMaxBytes }),
    ),
    // Create & Send.
    ({ status }: InvoiceInput) => status !== 'draft',
  ),
  /** An email that `create` holds is never sent, and the invoice becomes a draft. 409 when it is too late. */
  undoSend: post(invoiceEndpoints.undoSend, noBody, invoice),
  ...settlementApi,
  /** Creates a draft: 409 for an invoice that was sent, a deposit, or one with a custom tax. */
  requestDeposit: adding('copy', post(invoiceEndpoints.requestDeposit, depositInput, invoice, { status: 201 })),
  /** From a draft, as far as its lines with the same tax rates reach: 409 for a deposit that was not sent or is deducted. */
  deductDeposit: put(invoiceEndpoints.deductDeposit, noBody, invoice),
  /** Only while the invoice is a draft. */
  removeDeduction: del(invoiceEndpoints.removeDeduction),
  receipt: limited('PDFs', file(invoiceEndpoints.receipt)),
  /** `ref` is the owner's row number or the customer's public id. */
  createPayment: post(publicPaymentEndpoints.createPayment, noBody, z.object({ paymentUrl: z.string() }), { access: 'public' }),
  /**
   * With a row number, the owner records the outstanding amount as a manual payment.
   * With a public id, fetches the payment's state from the provider; 404 if the session belongs to another invoice.
   */
  markPaid: post(
    publicPaymentEndpoints.markPaid,
    z.strictObject({ sessionId: optionalText('Session', textLimits.paymentSession), sendReceipt }).optional(),
    paymentState,
    { access: 'public' },
  ),
  paypalSetup: get(publicPaymentEndpoints.paypalSetup, paypalSetup, { access: 'public' }),
  /** For the balance due or, with instalments, the oldest of them; amount and currency of the request must match. */
  paypalOrder: limited(
    'payment attempts',
    post(publicPaymentEndpoints.paypalOrder, paypalOrderInput, z.object({ id: z.string() }), { access: 'public' }),
  ),
  /** 422 with `code: 'declined'` when the customer can choose another payment method. */
  paypalCapture: limited('payment attempts', post(publicPaymentEndpoints.paypalCapture, noBody, paymentState, { access: 'public' })),
  refund: post(invoiceEndpoints.refund, refundInput, refundedPayment, { status: 201 }),
  acceptPayment: post(invoiceEndpoints.acceptPayment, noBody, invoiceHistory),
  rejectPayment: post(invoiceEndpoints.rejectPayment, noBody, invoiceHistory),
}
