import { z } from 'zod'
import { creditNoteStatuses } from '#shared/credit-note-rules.ts'
import { adding, noBody, post } from '#shared/endpoint.ts'
import { documentMaxBytes, findDocumentTextProblem, maxLines, textLimits } from '#shared/text-limits.ts'
import { creditRefund, creditRefundInput, recordedCreditRefund } from './credit-refunds.ts'
import { documentApi, documentReply, publicApi } from './document-api.ts'
import { documentEmail } from './document-emails.ts'
import { historyEvent } from './document-history.ts'
import {
  documentFormFields,
  lineItem,
  lineItemInput,
  lineItemsInput,
  longFields,
  pricingFields,
  publicLine,
  publicTotals,
  referenceFields,
  submittedTotals,
  withholdingReply,
} from './documents.ts'
import { creditNoteEndpoints, publicCreditNoteEndpoints } from './endpoints/credit-notes.ts'
import { amount, amountInput, calendarDay, moneyDayInput, optionalText, quantityInput, rowId, taxRateInput } from './fields.ts'
import { publicBusiness } from './public-invoice.ts'

/** Of a note without an invoice; requests add the displayed totals. */
export const creditNoteForm = z.strictObject({
  ...documentFormFields,
  notes: optionalText('Reason', textLimits.notes),
  ...pricingFields,
  ...referenceFields,
  lineItems: lineItemsInput(lineItemInput, 'A credit note'),
})

/** With neither, all that is left is credited. */
const creditOfInvoice = {
  lines: z
    .array(
      z.strictObject({ lineId: rowId('Line'), quantity: quantityInput('Quantity', { belowMin: 'Quantity must be more than 0' }) }),
      'Lines must be a list',
    )
    .min(1, 'Choose at least one line')
    .max(maxLines, `At most ${maxLines.toLocaleString('en-US')} lines can be credited at once`)
    .optional(),
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  reinvoice: z.boolean('reinvoice must be true or false').optional(),
}

/** A note for an invoice takes them from it. */
const {
  customerId,
  lineItems,
  issueDate: _day,
  notes: _reason,
  ...ownContent
} = {
  ...creditNoteForm.partial().shape,
  taxRate: taxRateInput.optional(),
  ...submittedTotals,
}
const refusedFields = {
  invoice: ['lineItems', ...Object.keys(ownContent)] as const,
  customer: Object.keys(creditOfInvoice),
}

/** With an invoice, or for a customer with lines of its own, whose total is credit of the customer. */
export const creditNoteInput = z
  .strictObject({
    invoiceId: rowId('Invoice').optional(),
    ...creditOfInvoice,
    customerId,
    lineItems,
    ...ownContent,
    issueDate: moneyDayInput('Issue date').optional(),
    notes: optionalText('Reason', textLimits.notes),
    /** Where the customer has an address. */
    sendEmail: z.boolean('sendEmail must be true or false').optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string) => void issues.push({ code: 'custom', input: value, path: [path], message })
    const has = (field: string) => value[field as keyof typeof value] !== undefined
    const of = has('invoiceId') ? 'invoice' : 'customer'
    if (!has('invoiceId') && !has('customerId')) return refuse('invoiceId', 'An invoice or a customer is required')
    if (has('invoiceId') && has('customerId')) return refuse('customerId', 'Credit an invoice or a customer, not both')
    if (of === 'customer' && !has('lineItems')) return refuse('lineItems', 'Line items are required')
    const unfit = refusedFields[of].find(has)
    if (unfit) return refuse(unfit, `A credit note for ${of === 'invoice' ? 'an invoice' : 'a customer'} has no ${unfit}`)
    const problem = value.lineItems && findDocumentTextProblem({ notes: value.notes, lineItems: value.lineItems })
    if (problem) refuse('lineItems', problem)
  })
export type CreditNoteInput = z.output<typeof creditNoteInput>

export const creditNote = z.object({
  ...documentReply(creditNoteStatuses),
  creditNoteNumber: z.string(),
  terms: z.null(),
  /** null for one that is credit of the customer. */
  invoice: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
  ...withholdingReply,
  /** Neither applied nor refunded; null for one of an invoice. */
  creditLeft: amount.nullable(),
  publicUrl: z.string(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem.extend({ creditedLineId: z.int().nullable() })),
})
export type CreditNoteWire = z.input<typeof creditNote>

export const listedCreditNote = creditNote.omit(longFields)
export type ListedCreditNoteWire = z.input<typeof listedCreditNote>

export const issuedCreditNote = z.object({ creditNote, draft: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable() })

export const creditNoteHistory = z.object({
  events: z.array(historyEvent),
  emails: z.array(documentEmail),
  refunds: z.array(creditRefund),
})

export const creditNotesApi = {
  /** Voided ones are not in the total of the summary. */
  ...documentApi('credit-note', creditNoteEndpoints, {
    reply: creditNote,
    listed: listedCreditNote,
    statuses: creditNoteStatuses,
    history: creditNoteHistory,
    filter: { customerId: rowId('customerId').optional() },
  }),
  /** 409 for an invoice that is a draft, a written-off invoice, and while a payment is under way or under review. */
  create: adding(
    'document',
    post(creditNoteEndpoints.create, creditNoteInput, issuedCreditNote, { status: 201, maxBytes: documentMaxBytes }),
  ),
  /** 409 when its credit was refunded or applied. */
  void: post(creditNoteEndpoints.void, noBody, creditNote),
  /** Money that was given back by hand, for a note without an invoice. 409 for more than is left of it. */
  refund: post(creditNoteEndpoints.refund, creditRefundInput, recordedCreditRefund, { status: 201 }),
  reverseRefund: post(creditNoteEndpoints.reverseRefund, noBody, recordedCreditRefund),
}

export const publicCreditNote = z.object({
  id: z.string(),
  creditNoteNumber: z.string(),
  invoiceNumber: z.string().nullable(),
  status: z.enum(creditNoteStatuses),
  issueDate: calendarDay,
  ...publicTotals,
  ...withholdingReply,
  notes: z.string().nullable(),
  customerName: z.string(),
  lineItems: z.array(publicLine),
  businessProfile: publicBusiness,
})
export type PublicCreditNoteWire = z.input<typeof publicCreditNote>

export const publicCreditNoteApi = publicApi(publicCreditNoteEndpoints, publicCreditNote)
