import { z } from 'zod'
import { file, get, redirect } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { contactReply } from './contact.ts'
import { publicInvoiceEndpoints } from './endpoints/public-invoice.ts'
import { amount, calendarDay, decimal } from './fields.ts'

/** A business as its customers see it. */
export const publicBusiness = z.object({
  businessName: z.string(),
  /** The person to ask for; null when none is named apart from the business. */
  contactName: z.string().nullable(),
  ...contactReply,
  website: z.string().nullable(),
  /** Where its picture is, as the paper has it; null when it has none. */
  logoUrl: z.string().nullable(),
})

/** What anybody who holds an invoice's public id may see: no row numbers, no customer record, no credentials. */
export const publicInvoice = z.object({
  invoice: z.object({
    /** The public id. */
    id: z.string(),
    invoiceNumber: z.string(),
    status: z.enum(invoiceStatuses),
    issueDate: calendarDay,
    dueDate: calendarDay,
    subtotal: amount,
    taxRate: decimal,
    taxAmount: amount,
    total: amount,
    amountPaid: amount,
    /** Of what was paid, what went back. */
    amountRefunded: amount,
    balanceDue: amount,
    /** What came beyond the total: the customer's credit. */
    credit: amount,
    /** Whether a payment waits for its bank's word. */
    isPaymentPending: z.boolean(),
    /** Whether a payment came that isn't what was asked for, and waits for the business's decision. */
    isPaymentInReview: z.boolean(),
    paymentUrl: z.string().nullable(),
    notes: z.string().nullable(),
    terms: z.string().nullable(),
    customerName: z.string(),
    /** A payment came and the customer's record has an e-mail: the receipt is on its way there. Without the address itself. */
    receiptEmailed: z.boolean(),
  }),
  lineItems: z.array(z.object({ description: z.string(), quantity: decimal, unitPrice: amount, total: amount })),
  businessProfile: publicBusiness,
  paymentConfig: z.object({
    hasStripe: z.boolean(),
    hasPayPal: z.boolean(),
    /** True while the built-in sandbox stands in for the provider, and for what was paid there: no real money moves. */
    sandbox: z.boolean(),
  }),
  /** The payments that came, newest first, with what of each went back; empty until money came. */
  payments: z.array(z.object({ amount, refunded: amount, paymentDate: calendarDay, paymentMethod: z.string() })),
})
export type PublicInvoiceWire = z.input<typeof publicInvoice>

export const publicInvoiceApi = {
  read: get(publicInvoiceEndpoints.read, publicInvoice, { access: 'public' }),
  pdf: file(publicInvoiceEndpoints.pdf, { access: 'public' }),
  /** The receipt for what was paid so far; 404 until something was. */
  receipt: file(publicInvoiceEndpoints.receipt, { access: 'public' }),
  /** The picture of the business. */
  logo: file(publicInvoiceEndpoints.logo, { access: 'public' }),
  /** The lasting payment link. */
  checkout: redirect(publicInvoiceEndpoints.checkout, { access: 'public' }),
}
