import { z } from 'zod'
import { amount, amountInput, calendarDay, currency, instant } from './fields.ts'

/** Applies credit of the customer to an invoice, the oldest first. */
export const creditApplicationInput = z.strictObject({
  /** By default all of the credit, up to the balance due. */
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).optional(),
})
export type CreditApplicationInput = z.output<typeof creditApplicationInput>

const invoiceReference = z.object({ id: z.int(), invoiceNumber: z.string() })

/** What credit comes from: an invoice that was paid or credited beyond its total, or a credit note without an invoice. */
const creditSource = z.union([invoiceReference, z.object({ id: z.int(), creditNoteNumber: z.string() })])

/** Credit of a customer that moved to an invoice. */
export const creditApplication = z.object({
  id: z.int(),
  source: creditSource,
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
  /** One for each invoice or credit note that the credit came from. */
  creditApplications: z.array(creditApplication),
  balanceDue: amount,
})

/** Credit that a customer has, of one source, and has not used yet. */
export const customerCredit = z.object({ source: creditSource, amount, currency })
export type CustomerCreditWire = z.input<typeof customerCredit>
