import { type Cents, scale, sum } from './money.ts'

export type PricedLine = { quantityHundredths: number; unitPrice: Cents }
export type Totals = {
  /** Line totals, in the order of the lines. */
  lines: Cents[]
  subtotal: Cents
  tax: Cents
  total: Cents
}

/**
 * Computes the totals of an invoice or an estimate. Each line is rounded to the cent and the subtotal is the sum of the rounded lines, so the printed
 * figures always add up.
 * @param taxRateHundredths in hundredths of a percent: 8.25% is 825
 * @param customTax replaces the computed tax
 */
export const computeDocumentTotals = (lines: readonly PricedLine[], taxRateHundredths: number, customTax?: Cents): Totals => {
  const lineTotals = lines.map((line) => scale(line.unitPrice, line.quantityHundredths, 100))
  const subtotal = sum(lineTotals)
  const tax = customTax ?? scale(subtotal, taxRateHundredths, 10_000)
  return { lines: lineTotals, subtotal, tax, total: sum([subtotal, tax]) }
}
