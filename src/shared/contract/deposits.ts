import { z } from 'zod'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { amount, amountInput, currency, percentInput } from './fields.ts'

/** The fields of a deposit: a percentage or an amount, in the prices of the document. */
export const depositFields = {
  percent: percentInput('Percent').nullish(),
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).nullish(),
}

/** Asks for a deposit: a percentage of the invoice, or an amount; with tax where the prices include it. */
export const depositInput = z.strictObject(depositFields)
export type DepositInput = z.output<typeof depositInput>

/** A deposit invoice of the customer, as the invoice sees it that deducts it, or could. All amounts are in its prices. */
export const deposit = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  currency,
  total: amount,
  /** What this invoice deducts of it. */
  deducted: amount,
  /** What no invoice deducts yet, and no credit note took back. */
  left: amount,
})
export type DepositWire = z.input<typeof deposit>

/** An invoice that deducts a deposit. */
export const deductedFrom = z.object({ id: z.int(), invoiceNumber: z.string(), amount })
