import type { Random } from '#features/payments/testing/random-scenarios/random.ts'
import { smallPdf } from '#server/testing/upload.ts'

// This file computes with the text of amounts, so that it shares no code with the product that it checks.

/** The cents of '12.34'. */
export const toCents = (text: string): number => Number(text.replace('.', ''))
/** '12.34' for 1234 cents. */
export const toDecimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** The fields of a document besides its line items and customer. It is due in 2030, so that it never becomes overdue. */
export const createDocumentFields = (kind: 'invoice' | 'estimate', number: string) => ({
  ...(kind === 'invoice' ? { invoiceNumber: number, dueDate: '2030-01-31' } : { estimateNumber: number, expiryDate: '2030-01-31' }),
  issueDate: '2026-01-01',
  taxRate: '8.25',
})

type LineItem = { description: string; quantity: string; unitPrice: string }
export const createLineItems = (random: Random): LineItem[] =>
  Array.from({ length: 1 + random.below(8) }, (_, i) => ({
    description: `Line ${i + 1}`,
    quantity: '1.5',
    unitPrice: toDecimal(1 + random.below(99_999)),
  }))

/** The total of line items in cents: each line and the tax are rounded half away from zero. */
export const calculateTotal = (lineItems: readonly LineItem[]): number => {
  const subtotal = lineItems.reduce((sum, { unitPrice }) => sum + Math.floor((toCents(unitPrice) * 3 + 1) / 2), 0)
  return subtotal + Math.floor((subtotal * 825 + 5000) / 10_000)
}

/** A small, unique PDF. */
export const createPdf = (random: Random): Buffer => Buffer.from(smallPdf.replace('%PDF-1.4\n', `%PDF-1.4\n%${random.below(2 ** 30)}\n`))
