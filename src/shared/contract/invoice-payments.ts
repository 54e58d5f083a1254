import { z } from 'zod'
import { manualMethods, providerNames } from '#shared/payment-methods.ts'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, exchangeRateInput, instant, moneyDayInput, optionalText, rowId } from './fields.ts'

/** Default: yes where there is an address, except for drafts, which never reached the customer. */
export const sendReceipt = z.boolean('sendReceipt must be true or false').optional()

export const paymentInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  paymentDate: moneyDayInput('Payment date'),
  paymentMethod: z.enum(manualMethods, `Payment method must be one of ${manualMethods.join(', ')}`),
  notes: optionalText('Note', textLimits.paymentNote),
  sendReceipt,
  /** Takes the discount for early payment: what is left is credited. The payment must be in time, and of the amount that is then due. */
  earlyPaymentDiscount: z.boolean('earlyPaymentDiscount must be true or false').optional(),
  /** In another currency, what the money was worth at home: a rate or an amount. By default the rate of the day. */
  exchangeRate: exchangeRateInput.optional(),
  homeAmount: amountInput('Amount in your currency', { min: 1, belowMin: 'Amount in your currency must be more than 0' }).optional(),
})
export type PaymentInput = z.output<typeof paymentInput>

/** Money that came at once for several invoices of a customer. */
export const transferInput = paymentInput.extend({
  /** What each gets; by default what is due on the open ones, those first that are due first. What is left is credit of the customer. */
  invoices: z
    .array(
      z.strictObject({
        invoiceId: rowId('Invoice'),
        amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
      }),
      'Invoices must be a list',
    )
    .max(100, 'At most 100 invoices can be paid at once')
    .optional(),
  /** Money that was kept as unassigned, and is this payment: its entry is undone. In another currency, `homeAmount` is what came. */
  unassignedEntryId: rowId('Unassigned money').optional(),
})
export type TransferInput = z.output<typeof transferInput>

export const recordedTransfer = z.object({
  /** Null where all of it is one payment. */
  transferId: z.int().nullable(),
  currency,
  payments: z.array(
    z.object({
      id: z.int(),
      invoice: z.object({ id: z.int(), invoiceNumber: z.string() }),
      amount,
      balanceDue: amount,
      /** That of the discount for early payment that it took. */
      creditNoteId: z.int().nullable(),
    }),
  ),
  /** What is more than the invoices asked for. */
  credit: amount,
})

export const paymentRefund = z.object({
  id: z.int(),
  amount,
  /** When the money was given back by hand; null for a provider's refund. */
  day: calendarDay.nullable(),
  reason: z.string().nullable(),
  /** 'asking': the provider hasn't replied yet. */
  status: z.enum(['asking', 'pending', 'succeeded', 'failed']),
  problem: z.string().nullable(),
  askedAt: instant,
})

export const invoicePayment = z.object({
  id: z.int(),
  amount,
  currency,
  homeAmount: amount,
  exchangeRate: z.string(),
  rateSource: z.enum(['typed', 'file', 'ecb', 'provider', 'document']).nullable(),
  /** Refunds and lost disputes. */
  refunded: amount,
  paymentDate: calendarDay,
  paymentMethod: z.string(),
  provider: z.enum([...providerNames, 'manual']),
  status: z.enum(['pending', 'succeeded', 'failed', 'voided']),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  notes: z.string().nullable(),
  recordedAt: instant,
  /** What came at once for several invoices; null for a payment that came alone. */
  transfer: z.object({ id: z.int(), amount }).nullable(),
  canUndo: z.boolean(),
  /** Through the provider or by hand as it came; 0.00 for none. */
  refundable: amount,
  refunds: z.array(paymentRefund),
})
export type InvoicePaymentWire = z.input<typeof invoicePayment>

export const refundedPayment = z.object({ payment: invoicePayment, amountPaid: amount, balanceDue: amount })
/** `creditNoteId`: that of the discount for early payment that it took. */
export const recordedPayment = refundedPayment.extend({ creditNoteId: z.int().nullable() })

/** Of a payment that was recorded by hand, the record of money that is given back by hand. */
export const refundInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  /** When the money was given back by hand; today by default. A provider's refund has the day on which the provider makes it. */
  day: moneyDayInput('Day').optional(),
  reason: optionalText('Reason', textLimits.refundReason),
  sendEmail: z.boolean('sendEmail must be true or false').default(true),
  /** Without one, a refund of a paid invoice reduces the sale by itself. */
  withCreditNote: z.boolean('withCreditNote must be true or false').default(false),
})

/** 'review': it doesn't match the invoice. */
export const paymentAttempt = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  status: z.enum(['open', 'pending', 'review']),
  amount,
  problem: z.string().nullable(),
  found: z.array(z.object({ ref: z.string(), amount, currency: z.string() })),
  startedAt: instant,
})
export type PaymentAttemptWire = z.input<typeof paymentAttempt>
