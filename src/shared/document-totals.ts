import { type Cents, scale, sum } from './money.ts'

export type PricedLine = { quantityHundredths: number; unitPrice: Cents }
export type Totals = {
  /** One per line, in order. */
  lines: Cents[]
  subtotal: Cents
  tax: Cents
  total: Cents
}

/**
 * What an invoice or an estimate comes to. Each line is rounded to the cent and the subtotal adds the rounded lines, so what is printed
 * always adds up. `taxRateHundredths` is in hundredths of a percent: 8.25% is 825. A `customTax` stands in place of the computed one.
 */
export const documentTotals = (lines: readonly PricedLine[], taxRateHundredths: number, customTax?: Cents): Totals => {
  const lineTotals = lines.map((line) => scale(line.unitPrice, line.quantityHundredths, 100))
  const subtotal = sum(lineTotals)
  const tax = customTax ?? scale(subtotal, taxRateHundredths, 10_000)
  return { lines: lineTotals, subtotal, tax, total: sum([subtotal, tax]) }
}
