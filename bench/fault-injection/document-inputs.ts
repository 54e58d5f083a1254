import type { Random } from '#server/features/payments/testing/random-scenarios/random.ts'
import { smallPdf } from '#server/testing/upload.ts'

/** The cents of '12.34', by the text alone. */
export const toCents = (text: string): number => Number(text.replace('.', ''))
/** '12.34' of 1234 cents. */
export const toDecimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Everything but lines and customer. Due long after anybody runs this, so that nothing is overdue. */
export const createDocumentFields = (kind: 'invoice' | 'estimate', number: string) => ({
  ...(kind === 'invoice' ? { invoiceNumber: number, dueDate: '2099-01-31' } : { estimateNumber: number, expiryDate: '2099-01-31' }),
  issueDate: '2026-01-01',
  taxRate: '8.25',
})

type Line = { description: string; quantity: string; unitPrice: string }
export const createLineItems = (random: Random): Line[] =>
  Array.from({ length: 1 + random.below(8) }, (_, i) => ({
    description: `Line ${i + 1}`,
    quantity: '1.5',
    unitPrice: toDecimal(1 + random.below(99_999)),
  }))

/** The total of such lines in cents, rounded half away from zero at each line and at the tax. */
export const documentTotal = (lines: readonly Line[]): number => {
  const subtotal = lines.reduce((sum, { unitPrice }) => sum + Math.floor((toCents(unitPrice) * 3 + 1) / 2), 0)
  return subtotal + Math.floor((subtotal * 825 + 5000) / 10_000)
}

/** A small PDF that no other is like. */
export const createPdf = (random: Random): Buffer => Buffer.from(smallPdf.replace('%PDF-1.4\n', `%PDF-1.4\n%${random.below(2 ** 30)}\n`))
