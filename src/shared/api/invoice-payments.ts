import { z } from 'zod'
import { amount, amountInput, calendarDay, dayInput, instant, optionalText } from './fields.ts'

/** How money comes that no provider reports. */
export const manualMethods = ['Bank transfer', 'Cash', 'Check', 'Card', 'PayPal', 'Other'] as const

/** Money that the owner says came. */
export const paymentInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }),
  paymentDate: dayInput('Payment date'),
  paymentMethod: z.enum(manualMethods, `Payment method must be one of ${manualMethods.join(', ')}`),
  notes: optionalText('Note', 500),
  /** Whether the customer gets a receipt by e-mail, when there is an address. */
  sendReceipt: z.boolean('sendReceipt must be true or false').default(true),
})
export type PaymentInput = z.output<typeof paymentInput>

export const invoicePayment = z.object({
  id: z.int(),
  amount,
  /** Of that, what a provider gave back. */
  refunded: amount,
  paymentDate: calendarDay,
  /** As it is to be read, e.g. 'Bank transfer'. */
  paymentMethod: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed', 'voided']),
  notes: z.string().nullable(),
  recordedAt: instant,
  /** Recorded by hand and still standing. */
  canUndo: z.boolean(),
})

export const recordedPayment = z.object({ payment: invoicePayment, amountPaid: amount, balanceDue: amount })
