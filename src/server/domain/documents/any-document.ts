import type { z } from 'zod'
import type { lineItem } from '#shared/contract/documents.ts'
import type { Day } from '#shared/dates.ts'
import type { Cents } from '#shared/money.ts'

/** The common fields of invoices and estimates: amounts in cents, quantities and rates in hundredths. */
export type AnyDocument = {
  id: number
  version: number
  customerId: number
  customer: { name: string; email: string | null }
  issueDate: Day
  subtotal: Cents
  taxRate: number
  taxAmount: Cents
  taxIsCustom: boolean
  total: Cents
  notes: string | null
  terms: string | null
  lineItems: z.output<typeof lineItem>[]
}
