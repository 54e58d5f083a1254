import { z } from 'zod'
import { file, get, redirect } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import type { BrandColors } from '#shared/palette.ts'
import { publicLine, publicTotals } from './documents.ts'
import { publicInvoiceEndpoints } from './endpoints/public-invoice.ts'
import { amount, amountInput, calendarDay, contactReply } from './fields.ts'
import { schedule } from './instalments.ts'
import { publicCards } from './saved-cards.ts'

const brandShade = z.object({ fill: z.string(), on: z.string(), hover: z.string(), edge: z.string(), stripe: z.string() })

/** The public view of a business. */
export const publicBusiness = z.object({
  businessName: z.string(),
  /** The contact person; null when none is set. */
  contactName: z.string().nullable(),
  ...contactReply,
  website: z.string().nullable(),
  /** URL of the document's logo; null without one. */
  logoUrl: z.string().nullable(),
  /** Its colors, readable on light and on dark pages. */
  brand: z.object({ light: brandShade, dark: brandShade }) satisfies z.ZodType<BrandColors>,
})

/** The public view of an invoice, without row ids, customer record and credentials. */
export const publicInvoice = z.object({
  invoice: z.object({
    /** The public id. */
    id: z.string(),
    invoiceNumber: z.string(),
    status: z.enum(invoiceStatuses),
    issueDate: calendarDay,
    dueDate: calendarDay,
    ...publicTotals,
    amountPaid: amount,
    /** The returned part of the paid amount. */
    amountRefunded: amount,
    balanceDue: amount,
    /** What credit notes took off the total. */
    amountCredited: amount,
    /** The amount paid beyond what is left of the total. */
    credit: amount,
    /** Whether a payment is pending at the bank. */
    isPaymentPending: z.boolean(),
    /** Whether a payment is under review by the business. */
    isPaymentInReview: z.boolean(),
    paymentUrl: z.string().nullable(),
    notes: z.string().nullable(),
    terms: z.string().nullable(),
    customerName: z.string(),
    /** Whether a receipt was or will be emailed to the customer; the address isn't shown. */
    receiptEmailed: z.boolean(),
  }),
  lineItems: z.array(publicLine),
  /** The payment schedule. */
  ...schedule.shape,
  businessProfile: publicBusiness,
  paymentConfig: z.object({
    hasStripe: z.boolean(),
    hasPayPal: z.boolean(),
    /** Whether the sandbox is in use or took the payment, so that no real money moves. */
    sandbox: z.boolean(),
  }),
  cards: publicCards,
  /** The succeeded payments with their refunded amounts, newest first. */
  payments: z.array(z.object({ amount, refunded: amount, paymentDate: calendarDay, paymentMethod: z.string() })),
})
export type PublicInvoiceWire = z.input<typeof publicInvoice>

export const publicInvoiceApi = {
  read: get(publicInvoiceEndpoints.read, publicInvoice, { access: 'public' }),
  pdf: file(publicInvoiceEndpoints.pdf, { access: 'public' }),
  /** The receipt for all payments so far; 404 without payments. */
  receipt: file(publicInvoiceEndpoints.receipt, { access: 'public' }),
  /** The logo. */
  logo: file(publicInvoiceEndpoints.logo, { access: 'public' }),
  /** The permanent payment link. `amount`: of the oldest instalments; without it, a customer with several open ones chooses on the pay page. */
  checkout: {
    ...redirect(publicInvoiceEndpoints.checkout, { access: 'public' }),
    // What is no amount leads to the pay page, as no amount does.
    query: z.object({
      amount: z
        .string()
        .regex(/^[ -~]{0,20}$/)
        .transform((text) => amountInput('Amount', { min: 1 }).safeParse(text).data)
        .optional(),
    }),
  },
}
