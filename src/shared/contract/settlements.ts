import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, instant, moneyDayInput, optionalText } from './fields.ts'

/** null where payments alone settled it; 'paid with credit' with money for other invoices, such as a retainer. */
export const settledBy = z.enum(['written off', 'credited', 'paid with credit']).nullable()

export const writeOffInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  day: moneyDayInput('Day'),
  reason: optionalText('Reason', textLimits.writeOffReason),
  /** The sales tax in the amount is taken back. */
  recoversTax: z.boolean('recoversTax must be true or false').default(false),
})
export type WriteOffInput = z.output<typeof writeOffInput>

export const writeOff = z.object({
  id: z.int(),
  amount,
  currency,
  taxPart: amount,
  day: calendarDay,
  reason: z.string().nullable(),
  recordedAt: instant,
  /** By the owner, or by money that came after all; null while it stands. */
  reversal: z.object({ at: instant, day: calendarDay, by: z.enum(['owner', 'payment']) }).nullable(),
})
export type WriteOffWire = z.input<typeof writeOff>

export const recordedWriteOff = z.object({ writeOff, balanceDue: amount })

/** The oldest credit first. */
export const creditApplicationInput = z.strictObject({
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  /** Today by default. */
  day: moneyDayInput('Day').optional(),
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
