import { z } from 'zod'
import { amount, amountInput, calendarDay, currency, instant } from './fields.ts'

/** Applies credit of the customer to an invoice, the oldest first. */
export const creditApplicationInput = z.strictObject({
  /** By default all of the credit, up to the balance due. */
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
})
export type CreditApplicationInput = z.output<typeof creditApplicationInput>

const invoiceReference = z.object({ id: z.int(), invoiceNumber: z.string() })

/** Credit that moved from one invoice of a customer, which was paid or credited beyond its total, to another one. */
export const creditApplication = z.object({
  id: z.int(),
  /** The invoice that has the credit. */
  source: invoiceReference,
  /** The invoice that it was applied to. */
  invoice: invoiceReference,
  amount,
  currency,
  day: calendarDay,
  recordedAt: instant,
  /** When it was undone; null while it stands. */
  reversal: z.object({ at: instant, day: calendarDay }).nullable(),
})
export type CreditApplicationWire = z.input<typeof creditApplication>

export const appliedCredit = z.object({
  /** One for each invoice that the credit came from. */
  creditApplications: z.array(creditApplication),
  balanceDue: amount,
})

/** Credit that a customer has: what an invoice was paid or credited beyond its total, and what of it has not been applied yet. */
export const customerCredit = z.object({ invoice: invoiceReference, amount, currency })
export type CustomerCreditWire = z.input<typeof customerCredit>
