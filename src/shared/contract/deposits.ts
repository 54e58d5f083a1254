import { z } from 'zod'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { amount, amountInput, currency, percentInput } from './fields.ts'

export const depositFields = {
  percent: percentInput('Percent').nullish(),
  amount: amountInput('Amount', { min: 1, belowMin: 'Amount must be more than 0' }).nullish(),
}

/** With tax where the prices include it. */
export const depositInput = z.strictObject(depositFields)
export type DepositInput = z.output<typeof depositInput>

/** As the invoice sees it that deducts it, or could. All amounts are in its prices. */
export const deposit = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  currency,
  total: amount,
  deducted: amount,
  /** What no invoice deducts yet, and no credit note took back. */
  left: amount,
})
export type DepositWire = z.input<typeof deposit>

export const deductedFrom = z.object({ id: z.int(), invoiceNumber: z.string(), amount })
