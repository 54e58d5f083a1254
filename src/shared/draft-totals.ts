import { computeOneRateTotals, type PricedLine, type Totals } from './document-totals.ts'
import { type Cents, cents, maxCents, parseFixed, scale, toDecimal, zero } from './money.ts'

/** A line while it is being edited: texts that may not be valid numbers yet. */
export type LineDraft = {
  /** The id of the saved line; null for a new one. */
  id?: number | null | undefined
  itemId: number | null
  description: string
  quantity: string
  unitPrice: string
}

/** The form values that all documents with priced lines share. */
export type DocumentDraft = { taxRate: string; taxAmount: string; lineItems: LineDraft[] }

export const emptyLine: LineDraft = { id: null, itemId: null, description: '', quantity: '1', unitPrice: '' }

/** Whether nothing was entered in a line. */
export const isWhollyEmpty = ({ itemId, description, quantity, unitPrice }: LineDraft): boolean =>
  itemId === null && !description.trim() && !unitPrice.trim() && ['', emptyLine.quantity].includes(quantity.trim())

/** The indexes of the lines to save: all but wholly empty ones, and the first if all are empty. */
export const listFilledLines = (lines: readonly LineDraft[]): number[] => {
  const filled = [...lines.keys()].filter((index) => !isWhollyEmpty(lines[index]!))
  return filled.length > 0 ? filled : [0]
}

/** The totals of a draft, as far as its values are valid; an invalid line is null and counts as zero. */
export type DraftTotals = Omit<Totals, 'lines'> & { lines: (Cents | null)[] }

/** A typed quantity or amount in hundredths; null while it isn't one that can be stored. */
export const parseDraftNumber = (text: string): number | null => {
  try {
    const value = parseFixed(text, 2)
    return value >= 0 && value <= maxCents ? value : null
  } catch {
    return null
  }
}

const toPricedLine = ({ quantity, unitPrice }: Pick<LineDraft, 'quantity' | 'unitPrice'>): PricedLine | null => {
  const quantityHundredths = parseDraftNumber(quantity)
  const price = parseDraftNumber(unitPrice)
  if (quantityHundredths === null || price === null) return null
  const line = { quantityHundredths, unitPrice: cents(price) }
  return isTooLarge(line) ? null : line
}

/** Whether a line's total exceeds the database's range; checked first, because the product can exceed safe integers. */
export const isTooLarge = ({ quantityHundredths, unitPrice }: PricedLine): boolean =>
  (BigInt(quantityHundredths) * BigInt(unitPrice) + 50n) / 100n > BigInt(maxCents)

/** The total of one line, or null while it is invalid or too large to store. */
export const lineTotal = (line: Pick<LineDraft, 'quantity' | 'unitPrice'>): Cents | null => {
  const pricedLines = toPricedLine(line)
  return pricedLines && scale(pricedLines.unitPrice, pricedLines.quantityHundredths, 100)
}

/** Lines, subtotal, the tax as it stands in its field, and their sum. */
export const draftTotals = ({ lineItems, taxAmount }: Pick<DocumentDraft, 'lineItems' | 'taxAmount'>): DraftTotals => {
  const pricedLines = lineItems.map(toPricedLine)
  const totals = computeOneRateTotals(
    pricedLines.filter((line) => line !== null),
    0,
    cents(parseDraftNumber(taxAmount) ?? zero),
  )
  let next = 0
  return { ...totals, lines: pricedLines.map((line) => (line ? totals.lines[next++]! : null)) }
}

/** A typed tax rate in hundredths of a percent; 0 while it is invalid. */
export const parseDraftRate = (text: string): number => {
  const rate = parseDraftNumber(text)
  return rate === null || rate > 10_000 ? 0 : rate
}

/** The tax for the rate and lines, as text for the tax field; "0.00" while the rate is invalid. */
export const computedTax = ({ lineItems, taxRate }: DocumentDraft): string => {
  const lines = lineItems.map(toPricedLine).filter((line) => line !== null)
  return toDecimal(computeOneRateTotals(lines, parseDraftRate(taxRate)).tax)
}
