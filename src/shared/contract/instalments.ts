import { z } from 'zod'
import { maxInstalments, minInstalments } from '#shared/instalments.ts'
import { amount, amountInput, calendarDay, documentDayInput, percentInput } from './fields.ts'

const instalmentInput = z.strictObject({
  dueDate: documentDayInput('Due date'),
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
  percent: percentInput('Percent').optional(),
})

/**
 * A payment schedule: amounts that sum to the total, or percentages of the balance due that sum to 100, or neither for equal parts of it. What is
 * settled already then counts toward the first instalment. Due dates ascend. No instalments: all is due at once.
 */
export const instalmentsInput = z
  .array(instalmentInput)
  .max(maxInstalments, `A schedule has at most ${maxInstalments} instalments`)
  .superRefine((instalments, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (instalments.length === 1) refuse([], `A schedule has at least ${minInstalments} instalments`)
    const kinds = new Set(instalments.map(({ amount, percent }) => [amount !== undefined, percent !== undefined].join()))
    if (kinds.size > 1 || kinds.has('true,true')) refuse([], 'Give each instalment an amount, or each a percentage, or none of them either')
    for (const [i, { dueDate }] of instalments.entries())
      if (i > 0 && dueDate <= instalments[i - 1]!.dueDate) refuse([i, 'dueDate'], 'Due date must be after that of the instalment before')
  })
export const scheduleInput = z.strictObject({ instalments: instalmentsInput })
export type ScheduleInput = z.output<typeof scheduleInput>

export const instalment = z.object({
  dueDate: calendarDay,
  amount,
  /** Money fills the oldest first. */
  balanceDue: amount,
})
export type InstalmentWire = z.input<typeof instalment>

export const schedule = z.object({
  /** Oldest first; empty for an invoice that is due at once. */
  instalments: z.array(instalment),
  /** What is due by today, or else with the next instalment. */
  dueNow: amount,
})
