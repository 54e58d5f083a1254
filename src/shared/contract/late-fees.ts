import { z } from 'zod'
import { adding, del, get, limited, post, put } from '#shared/endpoint.ts'
import { lateFeeKinds, lateFeeRepeats, maxGraceDays } from '#shared/late-fees.ts'
import { lateFeeEndpoints } from './endpoints/late-fees.ts'
import { amount, amountInput, calendarDay, currency, documentDayInput, instant, percent, percentInput } from './fields.ts'

const graceMessage = `Grace days must be a whole number from 0 to ${maxGraceDays}`

export const lateFeeRuleInput = z
  .strictObject({
    kind: z.enum(lateFeeKinds, `Kind must be one of ${lateFeeKinds.join(', ')}`),
    /** In the home currency; of kind 'fixed' only. */
    amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).nullish(),
    percent: percentInput('Percent').nullish(),
    graceDays: z.int(graceMessage).min(0, graceMessage).max(maxGraceDays, graceMessage),
    repeats: z.enum(lateFeeRepeats, `Repeats must be one of ${lateFeeRepeats.join(', ')}`),
    isAutomatic: z.boolean('isAutomatic must be true or false'),
    /** Nothing is charged for earlier days; by default today. */
    validFrom: documentDayInput('First day').optional(),
    /** null for none: refused with 409 when it is another one by now. */
    replaces: z.int('replaces must be the id of a rule, or null').nullable().optional(),
  })
  .superRefine(({ kind, amount, percent, repeats }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (kind === 'fixed' && (amount ?? null) === null) refuse('amount', 'Amount is required')
    if (kind === 'fixed' && (percent ?? null) !== null) refuse('percent', 'A fixed fee has no percentage')
    if (kind !== 'fixed' && (amount ?? null) !== null) refuse('amount', 'A percentage has no amount')
    if (kind !== 'fixed' && (percent ?? null) === null) refuse('percent', 'Percent is required')
    if (kind !== 'fixed' && percent === '0') refuse('percent', 'Percent must be more than 0')
    if (kind === 'yearly' && repeats === 'once') refuse('repeats', 'Interest repeats every month')
  })
export type LateFeeRuleInput = z.output<typeof lateFeeRuleInput>

export const lateFeeRule = z.object({
  id: z.int(),
  kind: z.enum(lateFeeKinds),
  amount: amount.nullable(),
  currency: currency.nullable(),
  percent: percent.nullable(),
  graceDays: z.int(),
  repeats: z.enum(lateFeeRepeats),
  isAutomatic: z.boolean(),
  validFrom: calendarDay,
  problem: z.string().nullable(),
})
export type LateFeeRule = z.output<typeof lateFeeRule>

export const lateFeeSettings = z.object({
  rule: lateFeeRule.nullable(),
})

export const lateFeeKey = z.strictObject({
  ruleId: z.int('ruleId must be a whole number'),
  occurrence: z.int('occurrence must be a whole number').min(1, 'occurrence must be at least 1'),
})
export type LateFeeKey = z.output<typeof lateFeeKey>

const fields = {
  ruleId: z.int(),
  occurrence: z.int(),
  amount,
  currency,
  firstDay: calendarDay,
  lastDay: calendarDay,
}
export const proposedLateFee = z.object(fields)
export const doneLateFee = z.object({
  ...fields,
  at: instant,
  /** Not charged, or its invoice was deleted. */
  isWaived: z.boolean(),
  invoice: z.object({ id: z.int(), invoiceNumber: z.string(), isDeleted: z.boolean() }).nullable(),
})

export const invoiceLateFees = z.object({
  proposal: proposedLateFee.nullable(),
  /** Why a fee that is due can't be charged; null also when none is due. */
  whyNot: z.string().nullable(),
  fees: z.array(doneLateFee),
  feeFor: z.object({ id: z.int(), invoiceNumber: z.string(), isDeleted: z.boolean() }).nullable(),
})
export type InvoiceLateFees = z.output<typeof invoiceLateFees>
export type InvoiceLateFeesWire = z.input<typeof invoiceLateFees>

export const lateFeesApi = {
  rule: get(lateFeeEndpoints.rule, lateFeeSettings),
  /** A changed rule is a new one. */
  saveRule: put(lateFeeEndpoints.saveRule, lateFeeRuleInput, lateFeeSettings),
  removeRule: del(lateFeeEndpoints.removeRule),
  ofInvoice: get(lateFeeEndpoints.ofInvoice, invoiceLateFees),
  /** Emails its invoice where the customer has an address. */
  charge: limited('emails', adding('copy', post(lateFeeEndpoints.charge, lateFeeKey, invoiceLateFees))),
  /** The unpaid invoice of a fee that was charged is deleted. */
  waive: post(lateFeeEndpoints.waive, lateFeeKey, invoiceLateFees),
}
