import { z } from 'zod'
import { amount, amountInput, calendarDay, instant, moneyDayInput, optionalText, wholeNumber } from '#shared/contract/fields.ts'
import { adding, get, noBody, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { findAccountProblems, manualEntryEndpoints, manualEntryTemplateNames } from './model.ts'

const template = z.enum(manualEntryTemplateNames, 'Choose what happened')

export const manualEntryInput = z
  .strictObject({
    template,
    day: moneyDayInput('Day'),
    /** In the home currency. */
    amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0.00' }),
    /** Numbers of the chart of accounts. */
    debitAccount: wholeNumber('Debit account', 1000, 9999),
    creditAccount: wholeNumber('Credit account', 1000, 9999),
    /** As the journal shows it; without one, that of the template. */
    description: optionalText('Note', textLimits.manualEntryNote),
  })
  .superRefine(({ template: name, ...accounts }, { addIssue }) => {
    for (const { path, message } of findAccountProblems(name, accounts)) addIssue({ code: 'custom', path: [path], message })
  })
export type ManualEntryInput = z.output<typeof manualEntryInput>

export const manualEntry = z.object({
  id: z.int(),
  template,
  day: calendarDay,
  amount,
  debitAccount: z.int(),
  creditAccount: z.int(),
  description: z.string(),
  /** When it was undone. */
  reversedAt: instant.nullable(),
})
export type ManualEntry = z.output<typeof manualEntry>
/** JSON form. */
export type ManualEntryWire = z.input<typeof manualEntry>

export const manualEntriesApi = {
  create: adding('record', post(manualEntryEndpoints.create, manualEntryInput, manualEntry, { status: 201 })),
  /** Money that came and is no payment yet, oldest first; at most 100 entries. */
  unassigned: get(manualEntryEndpoints.unassigned, z.array(manualEntry)),
  /** Posts the reversal: on its own day, or on the first open day after a closing. */
  undo: post(manualEntryEndpoints.undo, noBody, manualEntry),
}
