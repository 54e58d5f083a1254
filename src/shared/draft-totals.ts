import { getMaxAmount, maxAmount } from './amount-limits.ts'
import {
  type AmountProblem,
  type ContentLine,
  type ContentTotals,
  computeContentTotals,
  computeExactTotals,
  computeLineAmount,
  type DocumentContent,
  divideLikeItems,
  findAmountProblem,
  hasLineRates,
  noTaxRates,
  type TaxRates,
} from './content-totals.ts'
import type { Currency } from './currencies.ts'
import type { LineKind } from './document-totals.ts'
import { fitsCurrency, toInputAmount } from './minor-units.ts'
import { type Amount, normalizeDecimal, parseAmount, parseFixed, toAmount, toDecimal, zero } from './money.ts'
import { defaultUnit, type UnitCode } from './units.ts'

/** Texts may not be valid numbers yet. */
export type LineDraft = {
  id?: number | null | undefined
  itemId: number | null
  kind: LineKind
  description: string
  quantity: string
  unitCode: UnitCode
  unitPrice: string
  discount: string
  taxRateId: number | null
  /** What the line goes back to when the customer's rate no longer holds. */
  itemTaxRateId?: number | null | undefined
  /** Only in recurring invoices: the line takes the price that its item has on each day. */
  followsItemPrice?: boolean | undefined
  /** Saved as one charge for each tax rate of the items. */
  isTaxedLikeItems?: boolean | undefined
}

export type DocumentDraft = {
  taxRate: string
  taxAmount: string
  pricesIncludeTax: boolean
  discount: string
  lineItems: LineDraft[]
  /** The form leaves them as they are. */
  deductions?: readonly Deduction[] | undefined
}

export type Deduction = ContentLine & { description: string }

export const listDeductions = (
  lines: readonly { kind: LineKind; description: string; quantity: string; unitPrice: string; taxRateId: number | null }[],
): Deduction[] =>
  lines.flatMap(({ kind, description, quantity, unitPrice, taxRateId }) =>
    kind === 'deposit' ? [{ kind, description, quantity, unitPrice, taxRateId }] : [],
  )

export const emptyLine: LineDraft = {
  ...{ id: null, itemId: null, kind: 'item', description: '', quantity: '1', unitCode: 'C62', unitPrice: '' },
  ...{ discount: '', taxRateId: null },
}

export const isWhollyEmpty = ({ itemId, description, quantity, unitPrice }: LineDraft): boolean =>
  itemId === null && !description.trim() && !unitPrice.trim() && ['', emptyLine.quantity].includes(quantity.trim())

const listFilledLines = (lines: readonly LineDraft[]): number[] => {
  const filled = [...lines.keys()].filter((index) => !isWhollyEmpty(lines[index]!))
  return filled.length > 0 ? filled : [0]
}

/**
 * Each line with its index in the form. A charge that is taxed like the items becomes one for each of their tax rates; it stays one while
 * they share a rate, or while its amount is invalid.
 */
export const divideCharges = <Line extends DraftLine & { id?: number | null | undefined }>(
  draft: Pick<DocumentDraft, 'discount' | 'pricesIncludeTax'> & { lineItems: readonly Line[] },
  currency: Currency,
  rates: TaxRates,
  toLine: LineConverter = (line) => toContentLine(line, currency),
): { index: number; line: Line }[] => {
  const likeItems = (charge: Line): Line[] => {
    const lineItems = draft.lineItems.filter(({ kind }) => kind === 'item').flatMap((line) => toLine(line) ?? [])
    const content = {
      taxRate: 0,
      pricesIncludeTax: draft.pricesIncludeTax,
      ...(parseDiscount(draft.discount, currency) ?? noDiscount),
      lineItems,
    }
    const parts = divideLikeItems(toAmount(Math.max(lineTotal(charge, currency) ?? 0, 0)), content, currency, rates)
    if (parts.length < 2) return [{ ...charge, taxRateId: parts[0]?.taxRateId ?? lineItems[0]?.taxRateId ?? null }]
    return parts.map(({ taxRateId, amount }, i) => ({
      ...charge,
      ...(i === 0 ? {} : { id: null }),
      ...{ quantity: '1', unitCode: defaultUnit, unitPrice: toDecimal(amount), discount: '', taxRateId },
    }))
  }
  return draft.lineItems.flatMap((line, index) =>
    (line.isTaxedLikeItems ? likeItems(line) : [line]).map((saved) => ({ index, line: saved })),
  )
}

/** Each with its index in the form: all but wholly empty ones, and the charges as they are divided. */
export const listSavedLines = (draft: DocumentDraft, currency: Currency, rates: TaxRates): { index: number; line: LineDraft }[] => {
  const filled = listFilledLines(draft.lineItems)
  const lineItems = filled.map((index) => draft.lineItems[index]!)
  return divideCharges({ ...draft, lineItems }, currency, rates).map(({ index, line }) => ({ index: filled[index]!, line }))
}

/** An invalid line is null and counts as zero. */
export type DraftTotals = Omit<ContentTotals, 'lines'> & { lines: (Amount | null)[]; lineDiscounts: Amount[] }

export const parseDraftAmount = (text: string, currency: Currency): Amount | null => {
  try {
    const value = parseAmount(text)
    return value >= 0 && value <= getMaxAmount(currency) && fitsCurrency(value, currency) ? value : null
  } catch {
    return null
  }
}

/** @param isSigned for a quantity */
export const parseDraftDecimal = (text: string, isSigned = false): string | null => {
  try {
    const millionths = parseFixed(text, 6)
    return (isSigned || millionths >= 0) && Math.abs(millionths) <= maxAmount * 1000 ? normalizeDecimal(text) : null
  } catch {
    return null
  }
}

type Discount = { discountPercent: string | null; discountAmount: Amount | null }
const noDiscount: Discount = { discountPercent: null, discountAmount: null }

export const parseDiscount = (text: string, currency: Currency): Discount | null => {
  const typed = text.trim()
  if (typed === '') return noDiscount
  if (!typed.endsWith('%')) {
    const amount = parseDraftAmount(typed, currency)
    return amount === null ? null : { ...noDiscount, discountAmount: amount === 0 ? null : amount }
  }
  try {
    const percent = parseFixed(typed.slice(0, -1), 4)
    if (percent < 0 || percent > 1_000_000) return null
    return percent === 0 ? noDiscount : { ...noDiscount, discountPercent: normalizeDecimal(typed.slice(0, -1), 0) }
  } catch {
    return null
  }
}

/** @param discountAmount in wire format */
export const formatDiscount = (discountPercent: string | null, discountAmount: string, currency: Currency): string =>
  discountPercent !== null ? `${discountPercent}%` : Number(discountAmount) === 0 ? '' : toInputAmount(discountAmount, currency)

type DraftLine = Omit<LineDraft, 'id' | 'itemId' | 'description' | 'unitCode'>

const toContentLine = ({ kind, quantity, unitPrice, discount, taxRateId }: DraftLine, currency: Currency): ContentLine | null => {
  const exactQuantity = parseDraftDecimal(quantity, true)
  const price = parseDraftDecimal(unitPrice)
  if (exactQuantity === null || price === null) return null
  const line = { kind, quantity: exactQuantity, unitPrice: price, ...(parseDiscount(discount, currency) ?? noDiscount), taxRateId }
  return isTooLarge(line, currency) ? null : line
}

type LineConverter = (line: DraftLine) => ContentLine | null

/** Converts each line once, however often it is asked for: a thousand lines are computed anew with each key that is pressed. */
const createLineConverter = (currency: Currency): LineConverter => {
  const converted = new Map<DraftLine, ContentLine | null>()
  return (line) => {
    const known = converted.get(line)
    if (known !== undefined) return known
    const content = toContentLine(line, currency)
    converted.set(line, content)
    return content
  }
}

const isTooLarge = (line: ContentLine, currency: Currency): boolean => {
  const amount = computeLineAmount(line, currency)
  return (amount < 0n ? -amount : amount) > BigInt(getMaxAmount(currency))
}

export const lineTotal = (line: DraftLine, currency: Currency): Amount | null => {
  const valid = toContentLine(line, currency)
  return valid && computeContentTotals({ taxRate: 0, lineItems: [valid] }, currency, noTaxRates).lines[0]!.total
}

type PricedDraft = Omit<DocumentDraft, 'lineItems'> & { lineItems: readonly DraftLine[] }

const toContent = (draft: PricedDraft, lines: readonly (ContentLine | null)[], currency: Currency): DocumentContent => {
  const tax = parseDraftAmount(draft.taxAmount, currency)
  return {
    taxRate: parseDraftRate(draft.taxRate),
    ...(tax === null ? {} : { taxAmount: tax }),
    pricesIncludeTax: draft.pricesIncludeTax,
    ...(parseDiscount(draft.discount, currency) ?? noDiscount),
    lineItems: [...lines.filter((line) => line !== null), ...(draft.deductions ?? [])],
  }
}

/** Zero while they are too large to be exact; saving says so. */
const computeDraft = (content: DocumentContent, currency: Currency, rates: TaxRates): ContentTotals =>
  computeExactTotals(content, currency, rates) ??
  computeContentTotals({ ...content, lineItems: content.lineItems.map((line) => ({ ...line, quantity: '0' })) }, currency, rates)

/** With the tax as it stands in its field. */
export const draftTotals = (draft: PricedDraft, currency: Currency, rates: TaxRates): DraftTotals => {
  const toLine = createLineConverter(currency)
  const saved = divideCharges(draft, currency, rates, toLine)
  const lines = saved.map(({ line }) => toLine(line))
  const totals = computeDraft(toContent({ ...draft, taxAmount: draft.taxAmount.trim() || '0' }, lines, currency), currency, rates)
  const sums = draft.lineItems.map((): Amount | null => null)
  const lineDiscounts = draft.lineItems.map(() => zero)
  let next = 0
  for (const [i, { index }] of saved.entries()) {
    if (!lines[i]) continue
    const { total, discount } = totals.lines[next++]!
    sums[index] = toAmount((sums[index] ?? 0) + total)
    lineDiscounts[index] = toAmount(lineDiscounts[index]! + discount)
  }
  return { ...totals, lines: sums, lineDiscounts }
}

/** At its field in the form. Amounts that are too large are reported when the draft is saved. */
export const findDraftProblem = (draft: PricedDraft, currency: Currency, rates: TaxRates): AmountProblem | null => {
  const toLine = createLineConverter(currency)
  const saved = divideCharges(draft, currency, rates, toLine)
  const lines = saved.map(({ line }) => toLine(line))
  const problem = findAmountProblem(
    toContent({ ...draft, ...(hasLineRates(draft) ? { taxRate: '0' } : {}) }, lines, currency),
    currency,
    rates,
  )
  if (!problem) return null
  const { path, message } = problem
  const [, validLine] = /^lineItems\.(\d+)\.discountAmount$/.exec(path) ?? []
  if (validLine !== undefined) {
    const { index } = saved.filter((_, i) => lines[i])[Number(validLine)]!
    return { path: `lineItems.${index}.discount`, message: withoutLineNumber(message) }
  }
  // A discount can be typed before the first line.
  if (path === 'discountAmount') return lines.some((line) => line) ? { path: 'discount', message } : null
  return path === 'taxAmount' || path === 'lineItems' ? { path, message } : null
}

/** A line's field doesn't say where it is. */
export const withoutLineNumber = (message: string): string => message.replace(/^Line \d+: ./, (start) => start.at(-1)!.toUpperCase())

/** In hundredths of a percent; 0 while it is invalid. */
export const parseDraftRate = (text: string): number => {
  try {
    const rate = parseFixed(text, 2)
    return rate < 0 || rate > 10_000 ? 0 : rate
  } catch {
    return 0
  }
}

/** Zero while the rate is invalid. */
export const computedTax = (draft: PricedDraft, currency: Currency, rates: TaxRates): string =>
  toInputAmount(
    toDecimal(
      computeDraft(
        toContent(
          { ...draft, taxAmount: '' },
          divideCharges(draft, currency, rates).map(({ line }) => toContentLine(line, currency)),
          currency,
        ),
        currency,
        rates,
      ).taxAmount,
    ),
    currency,
  )
