import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, instant, moneyDayInput, optionalText } from './fields.ts'

/** null where payments alone settled it. */
export const settledBy = z.enum(['written off', 'credited']).nullable()

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
