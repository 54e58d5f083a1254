import { z } from 'zod'
import { get, put } from '#shared/endpoint.ts'
import { lastDayOfMonth } from '#shared/recurrence.ts'
import { statementScheduleEndpoints } from './endpoints/statement-schedule.ts'
import { calendarDay, instant, timeInput, timeZoneInput } from './fields.ts'

/** The last day that all months have. */
export const maxDayOfMonth = 28
const dayMessage = `Day of the month must be from 1 to ${maxDayOfMonth}, or ${lastDayOfMonth} for the last day`

/** Customers with a balance at the end of the month, or those with movements in it as well. */
export const statementAudiences = ['balance', 'movement'] as const

export const statementScheduleInput = z.strictObject({
  isOn: z.boolean('isOn must be true or false'),
  dayOfMonth: z
    .int(dayMessage)
    .min(lastDayOfMonth, dayMessage)
    .max(maxDayOfMonth, dayMessage)
    .refine((n) => n !== 0, dayMessage),
  time: timeInput,
  timeZone: timeZoneInput,
  sendsTo: z.enum(statementAudiences, `Customers must be one of ${statementAudiences.join(', ')}`),
})
export type StatementScheduleInput = z.output<typeof statementScheduleInput>

export const statementSchedule = z.object({
  isOn: z.boolean(),
  dayOfMonth: z.int(),
  time: z.string(),
  timeZone: z.string(),
  sendsTo: z.enum(statementAudiences),
  /** `period`: the first day of the month that they cover; null while it is off. */
  next: z.object({ at: instant, period: calendarDay }).nullable(),
})
export type StatementScheduleWire = z.input<typeof statementSchedule>

export const maxStatementRuns = 24
export const maxSkippedCustomers = 100

export const statementRun = z.object({
  /** The first day of the month that the statements cover. */
  period: calendarDay,
  at: instant,
  finishedAt: instant.nullable(),
  reason: z.string().nullable(),
  /** Why it could not go on; it is tried again. */
  problem: z.string().nullable(),
  sent: z.int(),
  skipped: z.int(),
  waiting: z.int(),
  skippedCustomers: z.array(z.object({ customerId: z.int(), name: z.string(), reason: z.string() })),
})
export type StatementRunWire = z.input<typeof statementRun>

export const statementScheduleApi = {
  read: get(statementScheduleEndpoints.read, statementSchedule),
  save: put(statementScheduleEndpoints.save, statementScheduleInput, statementSchedule),
  runs: get(statementScheduleEndpoints.runs, z.array(statementRun)),
}
