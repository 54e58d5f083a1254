import type { Random } from '#server/features/payments/testing/schedules/random.ts'
import { pdf } from '#server/testing/upload.ts'

/** The cents of '12.34', by the text alone. */
export const centsOf = (text: string): number => Number(text.replace('.', ''))
/** '12.34' of 1234 cents. */
export const decimalOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Everything but lines and customer. Due long after anybody runs this, so that nothing is overdue. */
export const datesOf = (kind: 'invoice' | 'estimate', number: string) => ({
  ...(kind === 'invoice' ? { invoiceNumber: number, dueDate: '2099-01-31' } : { estimateNumber: number, expiryDate: '2099-01-31' }),
  issueDate: '2026-01-01',
  taxRate: '8.25',
})

type Line = { description: string; quantity: string; unitPrice: string }
export const linesOf = (random: Random): Line[] =>
  Array.from({ length: 1 + random.below(8) }, (_, i) => ({
    description: `Line ${i + 1}`,
    quantity: '1.5',
    unitPrice: decimalOf(1 + random.below(99_999)),
  }))

/** The total of such lines in cents, rounded half away from zero at each line and at the tax. */
export const paperTotal = (lines: readonly Line[]): number => {
  const subtotal = lines.reduce((sum, { unitPrice }) => sum + Math.floor((centsOf(unitPrice) * 3 + 1) / 2), 0)
  return subtotal + Math.floor((subtotal * 825 + 5000) / 10_000)
}

/** A small PDF that no other is like. */
export const pdfOf = (random: Random): Buffer => Buffer.from(pdf.replace('%PDF-1.4\n', `%PDF-1.4\n%${random.below(2 ** 30)}\n`))
