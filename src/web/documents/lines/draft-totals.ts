import { documentTotals, type PricedLine, type Totals } from '#shared/document-totals.ts'
import { type Cents, cents, maxCents, parseFixed, scale, toDecimal, zero } from '#shared/money.ts'

/** A line as it is being typed: texts that may not be numbers yet. */
export type LineDraft = {
  /** The saved line that it is; null for a new one. */
  id?: number | null | undefined
  itemId: number | null
  description: string
  quantity: string
  unitPrice: string
}

/** The part of a form that a paper with priced lines shares with every other. */
export type DocumentDraft = { taxRate: string; taxAmount: string; lineItems: LineDraft[] }

export const emptyLine: LineDraft = { id: null, itemId: null, description: '', quantity: '1', unitPrice: '' }

/** What a draft comes to as far as it can be read; a line that is no amount (yet) is null and counts as nothing. */
export type DraftTotals = Omit<Totals, 'lines'> & { lines: (Cents | null)[] }

const number = (text: string): number | null => {
  try {
    const value = parseFixed(text, 2)
    return value >= 0 && value <= maxCents ? value : null
  } catch {
    return null
  }
}

const priced = ({ quantity, unitPrice }: Pick<LineDraft, 'quantity' | 'unitPrice'>): PricedLine | null => {
  const quantityHundredths = number(quantity)
  const price = number(unitPrice)
  if (quantityHundredths === null || price === null) return null
  const line = { quantityHundredths, unitPrice: cents(price) }
  return isTooLarge(line) ? null : line
}

/** Whether a line comes to more than can be stored; asked before it is computed, for the product can outgrow safe integers. */
export const isTooLarge = ({ quantityHundredths, unitPrice }: PricedLine): boolean =>
  (BigInt(quantityHundredths) * BigInt(unitPrice) + 50n) / 100n > BigInt(maxCents)

/** What one line comes to, or null while it is no amount or one that is too large to be stored. */
export const lineTotal = (line: Pick<LineDraft, 'quantity' | 'unitPrice'>): Cents | null => {
  const readable = priced(line)
  return readable && scale(readable.unitPrice, readable.quantityHundredths, 100)
}

/** Lines, subtotal, the tax as it stands in its field, and their sum. */
export const draftTotals = ({ lineItems, taxAmount }: Pick<DocumentDraft, 'lineItems' | 'taxAmount'>): DraftTotals => {
  const readable = lineItems.map(priced)
  const totals = documentTotals(
    readable.filter((line) => line !== null),
    0,
    cents(number(taxAmount) ?? zero),
  )
  let next = 0
  return { ...totals, lines: readable.map((line) => (line ? totals.lines[next++]! : null)) }
}

/** The tax that rate and lines come to, as text for the tax field; "0.00" while the rate is no rate. */
export const computedTax = ({ lineItems, taxRate }: DocumentDraft): string => {
  const rate = number(taxRate)
  const lines = lineItems.map(priced).filter((line) => line !== null)
  return toDecimal(rate === null || rate > 10_000 ? 0 : documentTotals(lines, rate).tax)
}
