import { z } from 'zod'
import { del, file, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { invoiceKinds, invoiceStatuses } from '#shared/invoice-rules.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { appliedCredit, creditApplication, creditApplicationInput } from './credit-applications.ts'
import { creditNote } from './credit-notes.ts'
import { deductedFrom, deposit, depositInput } from './deposits.ts'
import { documentEmail, emailPreview, emailStates, sendEmailReply, sendInvoiceInput } from './document-emails.ts'
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
import { invoiceNumberingEndpoints } from './endpoints/document-numbering.ts'
import { invoiceEndpoints } from './endpoints/invoices.ts'
import { publicPaymentEndpoints } from './endpoints/public-payments.ts'
import {
  amount,
  amountInput,
  calendarDay,
  currency,
  documentDayInput,
  instant,
  optionalText,
  quantityInput,
  rowId,
  sum,
  version,
} from './fields.ts'
import { schedule, scheduleInput } from './instalments.ts'
import { invoicePayment, paymentAttempt, paymentInput, recordedPayment, refundInput, sendReceipt } from './invoice-payments.ts'
import { dayRangeFilter, paging, searchFilter, shortForm, sortBy } from './lists.ts'
import { scheduledSendApi, sendTime } from './scheduled-sends.ts'
import { recordedWriteOff, settledBy, writeOff, writeOffInput } from './write-offs.ts'

/** The fields of the Create New Invoice form; requests add the displayed totals. */
export const invoiceForm = z.strictObject({
  customerId: documentFormFields.customerId,
  invoiceNumber: documentNumberInput('Invoice number'),
  issueDate: documentFormFields.issueDate,
  dueDate: documentDayInput('Due date'),
  taxRate: documentFormFields.taxRate,
  taxAmount: documentFormFields.taxAmount,
  ...pricingFields,
  notes: documentFormFields.notes,
  terms: optionalText('Payment terms', textLimits.notes),
  lineItems: lineItemsInput(lineItemInput, 'An invoice'),
})

export const invoiceInput = limitDocumentText(
  invoiceForm.extend({
    status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
    /** A retainer has no tax. Deposits are asked for on a draft. */
    kind: z.enum(['standard', 'retainer'], "Kind must be 'standard' or 'retainer'; request a deposit on a draft").optional(),
    ...submittedTotals,
    drawNumber,
    /** Sends the email ten seconds later; until then `undoSend` takes it back. */
    holdEmail: z.boolean('holdEmail must be true or false').optional(),
  }),
)
export type InvoiceInput = z.output<typeof invoiceInput>

/** A line of the edit form. `findTooSmallLines` checks that a typed quantity is at least 1, as it needs the saved lines. */
export const editedLine = lineItemInput.extend({
  /** The saved line; null for a new one. */
  id: rowId('Line').nullish(),
  /** As replies have it, so that a reply can be sent back: a saved line keeps its own. */
  sourceLineId: z.int('Source line must be a row number').nullish(),
  quantity: quantityInput('Quantity', { belowMin: 'Quantity must be at least 1' }),
})

/** The fields of the Edit Invoice form. */
export const invoiceEditForm = invoiceForm.extend({
  status: z.enum(invoiceStatuses, `Status must be one of ${invoiceStatuses.join(', ')}`),
  lineItems: lineItemsInput(editedLine, 'An invoice'),
})

/**
 * An edit. Without a tax amount, a custom one is kept while rate and lines are unchanged. An omitted rate or status is unchanged.
 * `sendReceipt` applies to the payment that is recorded when the status becomes paid.
 */
export const invoiceEdit = limitDocumentText(
  invoiceEditForm.extend({ status: invoiceEditForm.shape.status.optional(), ...documentEditFields, sendReceipt }),
)
export type InvoiceEdit = z.output<typeof invoiceEdit>

/** Problems of an invoice's payments, most severe first; the most severe one is shown. */
export const paymentAttentions = ['review', 'dispute', 'refund failed', 'overpaid'] as const

export const invoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  invoiceNumber: z.string(),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  ...documentTotals,
  ...documentRate,
  amountPaid: amount,
  /** What is not expected any more; see `writeOffs` of the history. */
  amountWrittenOff: amount,
  /** What credit notes took off it; see `creditNotes` of the history. */
  amountCredited: amount,
  /** Credit of other invoices that was applied to it, less its own that was applied to others; see `creditApplications` of the history. */
  creditApplied: amount,
  balanceDue: amount,
  /** What settled it other than payments alone; null otherwise. */
  settledBy,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  /** State of the latest email to the customer; null when there is none. */
  emailState: z.enum(emailStates).nullable(),
  /** When it is going to be emailed; null without a schedule. */
  scheduledSend: sendTime.nullable(),
  /** The problem of its payments that needs the owner's attention; null for none. */
  paymentAttention: z.enum(paymentAttentions).nullable(),
  /** When the customer last opened its page; null when they never did. */
  viewedAt: instant.nullable(),
  /** The estimate that it was converted from. */
  estimateId: z.int().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem),
})
export type InvoiceWire = z.input<typeof invoice>

/** An invoice in the short form of the list. */
export const listedInvoice = invoice.omit(longFields)
export type ListedInvoiceWire = z.input<typeof listedInvoice>

/** All lists are newest first. */
export const invoiceHistory = z.object({
  events: z.array(historyEvent),
  payments: z.array(invoicePayment),
  /** Those that were undone too. */
  writeOffs: z.array(writeOff),
  /** Those that were voided too. */
  creditNotes: z.array(creditNote),
  /** Credit that was applied to it or taken from it, also what was undone. */
  creditApplications: z.array(creditApplication),
  /** The customer's credit of other invoices in its currency, which could be applied to it; zero where nothing is due. */
  availableCredit: amount,
  /** The payment schedule. */
  ...schedule.shape,
  /** Deposits of its customer: those that it deducts, and of a draft those that it could deduct. */
  deposits: z.array(deposit),
  /** Of a deposit: the invoices that deduct it. */
  deductedFrom: z.array(deductedFrom),
  /** Payments in progress or under review. */
  attempts: z.array(paymentAttempt),
  emails: z.array(documentEmail),
  /** The estimate that it was converted from, and whether it is deleted. */
  estimate: z.object({ id: z.int(), estimateNumber: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The recurring invoice that created it; null when it was not created by one, or when that was deleted. */
  recurringInvoice: z.object({ id: z.int() }).nullable(),
})

export const invoiceSorts = ['issueDate', 'dueDate', 'invoiceNumber', 'customer', 'total'] as const
const filterFields = {
  ...searchFilter,
  status: z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`).optional(),
  ...dayRangeFilter,
}
/** Filter by a part of number or customer name, by status as of today and by issue date; and the order. */
export const invoiceFilter = z.strictObject({ ...filterFields, sort: sortBy(invoiceSorts) })
export const invoiceQuery = invoiceFilter.extend({ ...paging, ...shortForm })

const invoiceSums = z.object({ count: z.int(), ...homeSums, balanceDue: sum })
/** The sums of the invoices in one status, whatever status is asked for. */
const sumsOfStatus = invoiceSums.extend({ status: z.enum(invoiceStatuses) })

/** Maximum number of invoices in one download. */
export const maxDownload = 100
const downloadIds = z
  .string(`ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= maxDownload, `At most ${maxDownload} invoices can be downloaded at once`)
  .refine((ids) => ids.every(Number.isSafeInteger), `ids must be 1 to ${maxDownload} row numbers, like 4,8,15`)

export const emailOutcome = z.object({
  /** The recipient's address; null when the customer has none and nothing was sent. */
  emailedTo: z.string().nullable(),
})

/** The state of the invoice or of the payment that is asked about, as reported by the provider, and the invoice's balance. */
export const paymentState = z.object({ status: z.enum(['paid', 'pending', 'open']), amountPaid: amount, balanceDue: amount })

const paypalSetup = z.object({
  clientToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** URL of the sandbox's script that replaces the provider's; null outside the sandbox. */
  script: z.string().nullable(),
})

const paypalOrderInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  currency,
  intent: z.literal('CAPTURE', 'Intent must be CAPTURE'),
})

export const invoicesApi = {
  list: list(invoiceEndpoints.list, invoiceQuery, z.union([invoice, listedInvoice])),
  /** Count, total and balance due of the matches; drafts have no balance due. */
  summary: find(invoiceEndpoints.summary, z.strictObject(filterFields), invoiceSums.extend({ byStatus: z.array(sumsOfStatus) })),
  /** The list as a CSV file. */
  export: findFile(invoiceEndpoints.export, invoiceFilter),
  /** Several invoices' PDFs as a ZIP or combined in one PDF. */
  download: findFile(
    invoiceEndpoints.download,
    z.strictObject({ ids: downloadIds, as: z.enum(['zip', 'pdf'], 'as must be zip or pdf').default('zip') }),
  ),
  one: get(invoiceEndpoints.one, invoice),
  /** With status 'sent', the invoice is emailed; the reply contains the address. */
  create: post(invoiceEndpoints.create, invoiceInput, invoice.extend(emailOutcome.shape), { status: 201, maxBytes: documentMaxBytes }),
  /** The next free number, for a new form. */
  nextNumber: get(invoiceEndpoints.nextNumber, z.object({ invoiceNumber: z.string() })),
  update: put(invoiceEndpoints.update, invoiceEdit, invoice, { maxBytes: documentMaxBytes }),
  remove: del(invoiceEndpoints.remove),
  /** Undoes a deletion. */
  restore: post(invoiceEndpoints.restore, noBody, invoice),
  history: get(invoiceEndpoints.history, invoiceHistory),
  emailPreview: get(invoiceEndpoints.emailPreview, emailPreview),
  sendEmail: post(invoiceEndpoints.sendEmail, sendInvoiceInput.optional(), sendEmailReply),
  /** Takes back an email that `create` holds: it is never sent, and the invoice becomes a draft. 409 when it is too late. */
  undoSend: post(invoiceEndpoints.undoSend, noBody, invoice),
  /** The state of one email, polled while it is queued. */
  email: get(invoiceEndpoints.email, documentEmail),
  retryEmail: post(invoiceEndpoints.retryEmail, noBody, documentEmail),
  ...scheduledSendApi(invoiceEndpoints),
  recordPayment: post(invoiceEndpoints.recordPayment, paymentInput, recordedPayment, { status: 201 }),
  /** Voids a manual payment; a provider's payment is refused. */
  voidPayment: del(invoiceEndpoints.voidPayment),
  /**
   * Writes off the balance due, or a part of it: 409 for a draft, an invoice without a balance due, and while a payment is under way or
   * under review.
   */
  writeOff: post(invoiceEndpoints.writeOff, writeOffInput, recordedWriteOff, { status: 201 }),
  /** Undoes a write-off: its amount is due again. One that was undone stays as it is. */
  reverseWriteOff: post(invoiceEndpoints.reverseWriteOff, noBody, recordedWriteOff),
  /** Applies the customer's credit to the balance due: 409 for a draft, without a balance due or credit, and while a payment is under way or under review. */
  applyCredit: post(invoiceEndpoints.applyCredit, creditApplicationInput, appliedCredit, { status: 201 }),
  /** Undoes an application of credit: its amount is due again. One that was undone stays as it is. */
  reverseCredit: post(invoiceEndpoints.reverseCredit, noBody, appliedCredit),
  /** The payment schedule; without instalments, all is due at once. */
  schedule: get(invoiceEndpoints.schedule, schedule),
  /** Replaces the payment schedule: 409 for a paid invoice, while a payment is under way, and where a saved card is going to be charged. */
  saveSchedule: put(invoiceEndpoints.saveSchedule, scheduleInput, schedule),
  /** Creates a draft that asks for a deposit on a draft: 409 for an invoice that was sent, a deposit, or one with a custom tax. */
  requestDeposit: post(invoiceEndpoints.requestDeposit, depositInput, invoice, { status: 201 }),
  /** Deducts a deposit of the customer from a draft, as far as its lines with the same tax rates reach: 409 for one that was not sent or is deducted. */
  deductDeposit: put(invoiceEndpoints.deductDeposit, noBody, invoice),
  /** Undoes a deduction, while the invoice is a draft. */
  removeDeduction: del(invoiceEndpoints.removeDeduction),
  pdf: file(invoiceEndpoints.pdf),
  /** The receipt for all payments so far; 404 without payments. */
  receipt: file(invoiceEndpoints.receipt),
  /** `ref` is the owner's row number or the customer's public id. */
  createPayment: post(publicPaymentEndpoints.createPayment, noBody, z.object({ paymentUrl: z.string() }), { access: 'public' }),
  /**
   * With a row number, the owner records the outstanding amount as a manual payment, with `sendReceipt` as the choice of a receipt. With a public id,
   * fetches the payment's state from the provider; `sessionId` is the provider's checkout session, 404 if it belongs to another invoice.
   */
  markPaid: post(
    publicPaymentEndpoints.markPaid,
    z.strictObject({ sessionId: optionalText('Session', textLimits.paymentSession), sendReceipt }).optional(),
    paymentState,
    { access: 'public' },
  ),
  /** Setup of the PayPal button in the browser. */
  paypalSetup: get(publicPaymentEndpoints.paypalSetup, paypalSetup, { access: 'public' }),
  /** Creates a PayPal order for the balance due or, with instalments, for the oldest of them; amount and currency of the request must match. */
  paypalOrder: post(publicPaymentEndpoints.paypalOrder, paypalOrderInput, z.object({ id: z.string() }), { access: 'public' }),
  /** Captures the approved order. 422 with `code: 'declined'` when the customer can choose another payment method. */
  paypalCapture: post(publicPaymentEndpoints.paypalCapture, noBody, paymentState, { access: 'public' }),
  /** Refunds a payment, fully or partly, through its provider. */
  refund: post(invoiceEndpoints.refund, refundInput, recordedPayment, { status: 201 }),
  /** Accepts a payment under review ... */
  acceptPayment: post(invoiceEndpoints.acceptPayment, noBody, invoiceHistory),
  /** ... or refunds it. */
  rejectPayment: post(invoiceEndpoints.rejectPayment, noBody, invoiceHistory),
  ...numberingApi(invoiceNumberingEndpoints),
}
