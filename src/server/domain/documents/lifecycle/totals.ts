import { AppError } from '#server/platform/errors/app-error.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { computeOneRateTotals, type Totals } from '#shared/document-totals.ts'
import { type Cents, formatMoney, maxCents, toDecimal } from '#shared/money.ts'

const refuse = (path: string, message: string): never => {
  throw new AppError(400, message, { issues: [{ path, message }] })
}

/** A submitted total must match the computed one. */
const verifyTotal = (path: string, label: string, submitted: Cents | undefined, computed: Cents) => {
  if (submitted !== undefined && submitted !== computed)
    refuse(path, `${label} is ${toDecimal(submitted)}, but the lines come to ${toDecimal(computed)}`)
}

/** Totals with the type of the tax: entered by the user, or computed from the rate. */
export type VerifiedTotals = Totals & { taxIsCustom: boolean }

type Sums = Pick<InvoiceInput, 'taxRate' | 'taxAmount' | 'subtotal' | 'total'> & {
  lineItems: readonly Pick<InvoiceInput['lineItems'][number], 'quantity' | 'unitPrice' | 'total'>[]
}

/**
 * Computes a document's totals and verifies the submitted ones. A tax amount other than rate x subtotal is a custom one (`taxIsCustom`).
 * @throws AppError 400 naming the total that differs or is too large to store
 */
export const computeVerifiedTotals = (input: Sums): VerifiedTotals => {
  const lines = input.lineItems.map(({ quantity, unitPrice }) => ({ quantityHundredths: quantity, unitPrice }))
  // Checked before multiplying: the product of two allowed factors can exceed the safe integers.
  for (const [i, line] of lines.entries())
    if (BigInt(line.quantityHundredths) * BigInt(line.unitPrice) > BigInt(maxCents) * 100n)
      refuse(`lineItems.${i}.unitPrice`, `Line ${i + 1}: quantity x unit price must be at most ${formatMoney('99999999.99')}`)
  const computed = computeOneRateTotals(lines, input.taxRate)
  const totals = input.taxAmount === undefined ? computed : computeOneRateTotals(lines, input.taxRate, input.taxAmount)
  for (const [i, total] of totals.lines.entries()) {
    verifyTotal(`lineItems.${i}.total`, `Line ${i + 1}: the line total`, input.lineItems[i]!.total, total)
  }
  if (totals.subtotal > maxCents) refuse('subtotal', `The subtotal must be at most ${formatMoney('99999999.99')}`)
  if (totals.tax > maxCents) refuse('taxAmount', `The tax amount must be at most ${formatMoney('99999999.99')}`)
  if (totals.total > maxCents) refuse('total', `The total must be at most ${formatMoney('99999999.99')}`)
  verifyTotal('subtotal', 'The subtotal', input.subtotal, totals.subtotal)
  verifyTotal('total', 'The total', input.total, totals.total)
  return { ...totals, taxIsCustom: totals.tax !== computed.tax }
}
