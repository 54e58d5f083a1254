import { z } from 'zod'
import { amount, amountInput, calendarDay, currency, instant } from './fields.ts'

/** The oldest credit first. */
export const creditApplicationInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
})
export type CreditApplicationInput = z.output<typeof creditApplicationInput>

const invoiceReference = z.object({ id: z.int(), invoiceNumber: z.string() })

/** An invoice that was paid or credited beyond its total, or a credit note without an invoice. */
const creditSource = z.union([invoiceReference, z.object({ id: z.int(), creditNoteNumber: z.string() })])

export const creditApplication = z.object({
  id: z.int(),
  source: creditSource,
  invoice: invoiceReference,
  amount,
  currency,
  day: calendarDay,
  recordedAt: instant,
  reversal: z.object({ at: instant, day: calendarDay }).nullable(),
})
export type CreditApplicationWire = z.input<typeof creditApplication>

export const appliedCredit = z.object({
  creditApplications: z.array(creditApplication),
  balanceDue: amount,
})

/** Of one source, as far as it is not used yet. */
export const customerCredit = z.object({ source: creditSource, amount, currency })
export type CustomerCreditWire = z.input<typeof customerCredit>
