import { z } from 'zod'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { amount, percentInput, rowId } from './fields.ts'

/** How far lines are done, in percent. What is invoiced already is taken off. */
export const progressInput = z.strictObject({
  percent: percentInput('Percent').nullish(),
  lines: z
    .array(z.strictObject({ lineId: rowId('Line'), percent: percentInput('Percent') }), 'Lines must be a list')
    .max(1000, 'At most 1,000 lines')
    .nullish(),
})
export type ProgressInput = z.output<typeof progressInput>

/** Amounts are in its prices, after discounts. */
export const estimateProgress = z.object({
  lines: z.array(z.object({ lineId: z.int(), description: z.string(), total: amount, billed: amount, left: amount })),
  total: amount,
  billed: amount,
  left: amount,
  invoices: z.array(
    z.object({
      id: z.int(),
      invoiceNumber: z.string(),
      status: z.enum(invoiceStatuses),
      isDeposit: z.boolean(),
      total: amount,
      balanceDue: amount,
    }),
  ),
  /** For all of it; an invoice for a part replaces it. */
  draft: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
})
export type EstimateProgressWire = z.input<typeof estimateProgress>
