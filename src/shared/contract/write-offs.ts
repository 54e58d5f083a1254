import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, calendarDay, currency, instant, moneyDayInput, optionalText } from './fields.ts'

/** What settled a paid invoice other than payments alone; null for nothing else. */
export const settledBy = z.enum(['written off', 'credited']).nullable()

/** An amount of an invoice that the owner does not expect any more. */
export const writeOffInput = z.strictObject({
  /** By default the whole balance due. */
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  day: moneyDayInput('Day'),
  reason: optionalText('Reason', textLimits.writeOffReason),
  /** Whether the sales tax in the amount is taken back. */
  recoversTax: z.boolean('recoversTax must be true or false').default(false),
})
export type WriteOffInput = z.output<typeof writeOffInput>

export const writeOff = z.object({
  id: z.int(),
  amount,
  currency,
  /** The sales tax in it that is taken back. */
  taxPart: amount,
  day: calendarDay,
  reason: z.string().nullable(),
  recordedAt: instant,
  /** When and why it was undone: by the owner, or by money that came after all; null while it stands. */
  reversal: z.object({ at: instant, day: calendarDay, by: z.enum(['owner', 'payment']) }).nullable(),
})
export type WriteOffWire = z.input<typeof writeOff>

export const recordedWriteOff = z.object({ writeOff, balanceDue: amount })
