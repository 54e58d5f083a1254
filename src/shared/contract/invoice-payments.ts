import { z } from 'zod'
import { providerNames } from '#shared/payment-methods.ts'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, dayInput, instant, optionalText } from './fields.ts'

/** How money comes that no provider reports. */
export const manualMethods = ['Bank transfer', 'Cash', 'Check', 'Card', 'PayPal', 'Other'] as const

/** Whether the customer gets a receipt by email, when there is an address. Left out: yes, but not for a draft, which never reached the customer. */
export const sendReceipt = z.boolean('sendReceipt must be true or false').optional()

/** Money that the owner says came. */
export const paymentInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  paymentDate: dayInput('Payment date'),
  paymentMethod: z.enum(manualMethods, `Payment method must be one of ${manualMethods.join(', ')}`),
  notes: optionalText('Note', textLimits.paymentNote),
  sendReceipt,
})
export type PaymentInput = z.output<typeof paymentInput>

/** Money given back through the provider, as far as it was asked for here. */
export const paymentRefund = z.object({
  id: z.int(),
  amount,
  reason: z.string().nullable(),
  /** 'asking': the provider hasn't answered yet. */
  status: z.enum(['asking', 'pending', 'succeeded', 'failed']),
  /** Why it failed, in words. */
  problem: z.string().nullable(),
  askedAt: instant,
})

export const invoicePayment = z.object({
  id: z.int(),
  amount,
  /** Of that, what went back: refunds, and disputes that were lost. */
  refunded: amount,
  paymentDate: calendarDay,
  /** As it is to be read, e.g. 'Bank transfer'. */
  paymentMethod: z.string(),
  provider: z.enum([...providerNames, 'manual']),
  status: z.enum(['pending', 'succeeded', 'failed', 'voided']),
  /** A dispute of it, if there is one. */
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  notes: z.string().nullable(),
  recordedAt: instant,
  /** Recorded by hand and still standing. */
  canUndo: z.boolean(),
  /** What may be given back through its provider; 0.00 when nothing may. */
  refundable: amount,
  /** Newest first. */
  refunds: z.array(paymentRefund),
})
export type InvoicePaymentWire = z.input<typeof invoicePayment>

export const recordedPayment = z.object({ payment: invoicePayment, amountPaid: amount, balanceDue: amount })

/** Gives money back through the provider that took it. */
export const refundInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  reason: optionalText('Reason', textLimits.refundReason),
  /** Whether the customer gets an email about it, once the refund has succeeded; nothing goes out without an address. */
  sendEmail: z.boolean('sendEmail must be true or false').default(true),
})

/** A payment page that is open, a payment that waits for its bank, or one that isn't what was asked for. */
export const paymentAttempt = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  status: z.enum(['open', 'pending', 'review']),
  /** What was asked for. */
  amount,
  /** Under review: why, in words. */
  problem: z.string().nullable(),
  /** Under review: the money that the provider says came; `amount` is in its own currency. */
  found: z.array(z.object({ ref: z.string(), amount, currency: z.string() })),
  startedAt: instant,
})
export type PaymentAttemptWire = z.input<typeof paymentAttempt>
