import { z } from 'zod'
import { manualMethods, providerNames } from '#shared/payment-methods.ts'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, exchangeRateInput, instant, moneyDayInput, optionalText } from './fields.ts'

/** Default: yes where there is an address, except for drafts, which never reached the customer. */
export const sendReceipt = z.boolean('sendReceipt must be true or false').optional()

export const paymentInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  paymentDate: moneyDayInput('Payment date'),
  paymentMethod: z.enum(manualMethods, `Payment method must be one of ${manualMethods.join(', ')}`),
  notes: optionalText('Note', textLimits.paymentNote),
  sendReceipt,
  /** In another currency, what the money was worth at home: a rate or an amount. By default the rate of the day. */
  exchangeRate: exchangeRateInput.optional(),
  homeAmount: amountInput('Amount in your currency', { min: 1, belowMin: 'Amount in your currency must be more than 0' }).optional(),
})
export type PaymentInput = z.output<typeof paymentInput>

export const paymentRefund = z.object({
  id: z.int(),
  amount,
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
  canUndo: z.boolean(),
  /** Through the provider or by hand as it came; 0.00 for none. */
  refundable: amount,
  refunds: z.array(paymentRefund),
})
export type InvoicePaymentWire = z.input<typeof invoicePayment>

export const recordedPayment = z.object({ payment: invoicePayment, amountPaid: amount, balanceDue: amount })

/** Of a payment that was recorded by hand, the record of money that is given back by hand. */
export const refundInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
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
