import { z } from 'zod'
import { file, limited, redirect } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import type { BrandColors } from '#shared/palette.ts'
import { publicApi } from './document-api.ts'
import { publicLine, publicTotals, withholdingReply } from './documents.ts'
import { publicInvoiceEndpoints } from './endpoints/public-invoice.ts'
import { amount, amountInput, calendarDay, contactReply, documentLanguage, documentLocale, percent } from './fields.ts'
import { schedule } from './instalments.ts'
import { publicCards } from './saved-cards.ts'

const brandShade = z.object({ fill: z.string(), on: z.string(), hover: z.string(), edge: z.string(), stripe: z.string() })

export const publicBusiness = z.object({
  businessName: z.string(),
  /** Of the document, which its page and its emails have too. */
  language: documentLanguage,
  /** With the country of the business where it is known: figures and dates are written so. */
  locale: documentLocale,
  contactName: z.string().nullable(),
  ...contactReply,
  /** In the order of the country. */
  addressLines: z.array(z.string()),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** Readable on light and on dark pages. */
  brand: z.object({ light: brandShade, dark: brandShade }) satisfies z.ZodType<BrandColors>,
})

/** Without row ids, customer record and credentials. */
export const publicInvoice = z.object({
  invoice: z.object({
    id: z.string(),
    invoiceNumber: z.string(),
    status: z.enum(invoiceStatuses),
    issueDate: calendarDay,
    dueDate: calendarDay,
    ...publicTotals,
    ...withholdingReply,
    amountPaid: amount,
    amountRefunded: amount,
    balanceDue: amount,
    amountCredited: amount,
    /** Paid beyond what is left of the total. */
    credit: amount,
    isPaymentPending: z.boolean(),
    isPaymentInReview: z.boolean(),
    paymentUrl: z.string().nullable(),
    notes: z.string().nullable(),
    terms: z.string().nullable(),
    customerName: z.string(),
    /** Was or will be; the address isn't shown. */
    receiptEmailed: z.boolean(),
  }),
  lineItems: z.array(publicLine),
  /** The discount for early payment while a payment is in time: the last day, and what then has to be paid. */
  earlyDiscount: z.object({ percent, day: calendarDay, discount: amount, amount }).nullable(),
  ...schedule.shape,
  businessProfile: publicBusiness,
  paymentConfig: z.object({
    hasStripe: z.boolean(),
    hasPayPal: z.boolean(),
    /** Also after it took the payment: no real money moves. */
    sandbox: z.boolean(),
  }),
  /** How to pay by transfer, in the language of the document; `qr` is an SVG for banking apps. Null where no account is for it, or nothing is due. */
  transfer: z
    .object({
      title: z.string(),
      rows: z.array(z.object({ label: z.string(), value: z.string() })),
      qr: z.string().nullable(),
      scan: z.string(),
    })
    .nullable(),
  cards: publicCards,
  /** Succeeded ones, newest first. */
  payments: z.array(z.object({ amount, refunded: amount, paymentDate: calendarDay, paymentMethod: z.string() })),
})
export type PublicInvoiceWire = z.input<typeof publicInvoice>

export const publicInvoiceApi = {
  ...publicApi(publicInvoiceEndpoints, publicInvoice),
  receipt: file(publicInvoiceEndpoints.receipt, { access: 'public' }),
  /** Permanent. `amount`: of the oldest instalments; without it, a customer with several open ones chooses on the pay page. */
  checkout: limited('payment attempts', {
    ...redirect(publicInvoiceEndpoints.checkout, { access: 'public' }),
    // What is no amount leads to the pay page, as no amount does.
    query: z.object({
      amount: z
        .string()
        .regex(/^[ -~]{0,20}$/)
        .transform((text) => amountInput('Amount', { min: 1 }).safeParse(text).data)
        .optional(),
    }),
  }),
}
