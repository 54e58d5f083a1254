import { z } from 'zod'
import { manualMethods } from '#shared/payment-methods.ts'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, exchangeRateInput, instant, moneyDayInput, optionalText } from './fields.ts'

export const creditRefundInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  day: moneyDayInput('Day'),
  paymentMethod: z.enum(manualMethods, `Payment method must be one of ${manualMethods.join(', ')}`),
  notes: optionalText('Note', textLimits.paymentNote),
  /** In another currency, what the money was worth at home: a rate or an amount. By default the rate of the day. */
  exchangeRate: exchangeRateInput.optional(),
  homeAmount: amountInput('Amount in your currency', { min: 1, belowMin: 'Amount in your currency must be more than 0' }).optional(),
})
export type CreditRefundInput = z.output<typeof creditRefundInput>

export const creditRefund = z.object({
  id: z.int(),
  amount,
  currency,
  homeAmount: amount.nullable(),
  exchangeRate: z.string().nullable(),
  rateSource: z.enum(['typed', 'file', 'ecb', 'document']).nullable(),
  day: calendarDay,
  paymentMethod: z.string(),
  notes: z.string().nullable(),
  recordedAt: instant,
  reversal: z.object({ at: instant, day: calendarDay }).nullable(),
})
export type CreditRefundWire = z.input<typeof creditRefund>

export const recordedCreditRefund = z.object({
  refund: creditRefund,
  creditLeft: amount,
})
