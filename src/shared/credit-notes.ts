import { findCurrencyProblem } from './amount-limits.ts'
import { type ContentTotals, computeContentTotals, type DocumentContent, hasLineRates, type TaxRates } from './content-totals.ts'
import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { allocate } from './document-totals.ts'
import { fromMinor, toMinor } from './minor-units.ts'
import {
  type Amount,
  divide,
  formatMoney,
  normalizeDecimal,
  parseDecimal,
  powerOfTen,
  scale,
  sum,
  toAmount,
  toDecimal,
  zero,
} from './money.ts'

type InvoiceLine = {
  id: number
  kind: 'item' | 'charge' | 'deposit'
  description: string
  itemId: number | null
  unitCode: string
  quantity: string
  unitPrice: string
  discountPercent: string | null
  discountAmount: Amount
  taxRateId: number | null
}

export type CreditedInvoice = {
  invoiceNumber: string
  currency: Currency
  pricesIncludeTax: boolean
  discountPercent: string | null
  discountAmount: Amount
  netAmount: Amount
  taxRate: number | null
  taxAmount: Amount
  taxIsCustom: boolean
  total: Amount
  lineItems: readonly InvoiceLine[]
}

export type EarlierCredit = {
  netAmount: Amount
  taxAmount: Amount
  total: Amount
  lineItems: readonly { creditedLineId: number | null; quantity: string; discountAmount: Amount }[]
}

export type CreditRequest = {
  lines?: readonly { lineId: number; quantity: string }[] | null | undefined
  amount?: Amount | null | undefined
}

/** `creditedLineId` is the line of the invoice, or null for an amount. */
export type CreditLine = Omit<InvoiceLine, 'id' | 'discountAmount'> & { creditedLineId: number | null; discountAmount: Amount | null }

/** `lastCent` is a part of the rounding and of the total. */
export type Credit = { content: Omit<DocumentContent, 'lineItems'> & { lineItems: CreditLine[] }; totals: ContentTotals; lastCent: Amount }
export type CreditProblem = { path: string; message: string }

/** In millionths, so that quantities add up exactly. */
const toMillionths = (quantity: string): bigint => {
  const { digits, scale: decimals } = parseDecimal(quantity)
  return (digits * powerOfTen(20 - decimals)) / powerOfTen(14)
}
const toQuantity = (millionths: bigint): string => {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0')
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
  return millionths < 0n ? `-${text}` : text
}
const size = (n: bigint) => (n < 0n ? -n : n)

const linesOf = (earlier: readonly EarlierCredit[], lineId: number) =>
  earlier.flatMap(({ lineItems }) => lineItems).filter(({ creditedLineId }) => creditedLineId === lineId)

const getLeft = ({ id, quantity }: InvoiceLine, earlier: readonly EarlierCredit[]): bigint =>
  linesOf(earlier, id).reduce((left, line) => left - toMillionths(line.quantity), toMillionths(quantity))

export const getCreditableQuantity = (line: InvoiceLine, earlier: readonly EarlierCredit[]): string => toQuantity(getLeft(line, earlier))

export const getCreditableAmount = ({ total }: Pick<CreditedInvoice, 'total'>, earlier: readonly Pick<EarlierCredit, 'total'>[]): Amount =>
  toAmount(total - sum(earlier.map((note) => note.total)))

const toContent = (invoice: CreditedInvoice): DocumentContent => ({
  taxRate: invoice.taxRate ?? 0,
  ...(invoice.taxIsCustom && { taxAmount: invoice.taxAmount }),
  pricesIncludeTax: invoice.pricesIncludeTax,
  ...toDiscount(invoice),
  lineItems: invoice.lineItems.map((line) => ({ ...line, ...toDiscount(line) })),
})

type StoredDiscount = Pick<CreditedInvoice, 'discountPercent' | 'discountAmount'>
const toDiscount = ({ discountPercent, discountAmount }: StoredDiscount) => ({
  discountPercent,
  discountAmount: discountPercent === null && discountAmount !== 0 ? discountAmount : null,
})

const toCreditLine = (line: InvoiceLine): CreditLine => {
  const { id, kind, description, itemId, unitCode, quantity, unitPrice, taxRateId } = line
  return { creditedLineId: id, kind, description, itemId, unitCode, quantity, unitPrice, taxRateId, ...toDiscount(line) }
}

/** Includes the share of the document discount. It is the difference of shares of running sums, so that parts never add up to more. */
const shareDiscount = (
  line: InvoiceLine,
  discount: Amount,
  quantity: bigint,
  earlier: readonly EarlierCredit[],
  currency: Currency,
): Amount => {
  const decimals = getCurrencyDecimals(currency)
  const whole = toMillionths(line.quantity)
  const after = whole - getLeft(line, earlier) + quantity
  const upTo = fromMinor(Number(divide(BigInt(toMinor(discount, decimals)) * size(after), size(whole))), decimals)
  return toAmount(upTo - sum(linesOf(earlier, line.id).map(({ discountAmount }) => discountAmount)))
}

type Known = { invoice: CreditedInvoice; earlier: readonly EarlierCredit[]; rates: TaxRates }

/** It is divided like the net amounts. */
const shareTypedTax = ({ invoice, earlier }: Known, net: Amount, isAll: boolean): Amount => {
  const before = sum(earlier.map(({ taxAmount }) => taxAmount))
  const left = toAmount(invoice.taxAmount - before)
  if (isAll || invoice.netAmount <= 0) return left
  const upTo = scale(invoice.taxAmount, net + sum(earlier.map(({ netAmount }) => netAmount)), invoice.netAmount, invoice.currency)
  return toAmount(Math.min(Math.max(upTo - before, 0), left))
}

export const addLastCent = (totals: ContentTotals, lastCent: Amount): ContentTotals => ({
  ...totals,
  rounding: toAmount(totals.rounding + lastCent),
  total: toAmount(totals.total + lastCent),
})

const tooMuch = (path: string, invoice: CreditedInvoice, left: Amount): CreditProblem => ({
  path,
  message: `This is more than was invoiced: ${formatMoney(left, invoice.currency)} of ${invoice.invoiceNumber} can still be credited.`,
})

const creditLines = (known: Known, wanted: ReadonlyMap<number, bigint>, path: string): Credit | CreditProblem => {
  const { invoice, earlier, rates } = known
  const { currency, lineItems } = invoice
  const isAll = lineItems.every((line) => getLeft(line, earlier) === (wanted.get(line.id) ?? 0n))
  const left = getCreditableAmount(invoice, earlier)
  const mirrored = { ...toContent(invoice), lineItems: lineItems.map(toCreditLine) }
  if (isAll && earlier.length === 0) return { content: mirrored, totals: computeContentTotals(mirrored, currency, rates), lastCent: zero }
  const stored = computeContentTotals(toContent(invoice), currency, rates)
  const content: Credit['content'] = {
    taxRate: mirrored.taxRate,
    pricesIncludeTax: invoice.pricesIncludeTax,
    lineItems: lineItems.flatMap((line, i) => {
      const quantity = wanted.get(line.id) ?? 0n
      if (quantity === 0n) return []
      const { discount, documentDiscount } = stored.lines[i]!
      const part = shareDiscount(line, toAmount(discount + documentDiscount), quantity, earlier, currency)
      return [
        {
          ...toCreditLine(line),
          quantity: normalizeDecimal(toQuantity(quantity)),
          discountPercent: null,
          discountAmount: part === 0 ? null : part,
        },
      ]
    }),
  }
  if (invoice.taxIsCustom) content.taxAmount = shareTypedTax(known, computeContentTotals(content, currency, rates).netAmount, isAll)
  const totals = computeContentTotals(content, currency, rates)
  // Rounded parts differ from the whole by less than a minor unit for each line and tax.
  const minorUnit = 10 ** (3 - getCurrencyDecimals(currency))
  const slack = minorUnit * (earlier.flatMap((note) => note.lineItems).length + content.lineItems.length + 4 * (earlier.length + 1))
  const missing = left - totals.total
  if (missing < -slack) return tooMuch(path, invoice, left)
  const lastCent = toAmount(missing < 0 || (isAll && missing <= slack) ? missing : 0)
  return { content, totals: addLastCent(totals, lastCent), lastCent }
}

const creditAmount = (known: Known, amount: Amount, path: string): Credit | CreditProblem => {
  const { invoice, earlier, rates } = known
  const { currency, invoiceNumber } = invoice
  const left = getCreditableAmount(invoice, earlier)
  if (amount > left) return tooMuch(path, invoice, left)
  const line = (price: Amount, taxRateId: number | null): CreditLine => ({
    ...{ creditedLineId: null, kind: 'item', description: `Credit for ${invoiceNumber}`, itemId: null, unitCode: 'C62' },
    ...{ quantity: price < 0 ? '-1.00' : '1.00', unitPrice: toDecimal(toAmount(Math.abs(price))) },
    ...{ discountPercent: null, discountAmount: null, taxRateId },
  })
  const content: Credit['content'] = {
    taxRate: invoice.taxRate ?? 0,
    pricesIncludeTax: invoice.pricesIncludeTax || invoice.taxAmount > 0,
    lineItems: [],
  }
  if (invoice.taxIsCustom) {
    const net = toAmount(amount - scale(invoice.taxAmount, amount, invoice.total, currency))
    const taxAmount = toAmount(Math.min(shareTypedTax(known, net, amount === left), amount))
    Object.assign(content, { pricesIncludeTax: false, taxAmount, lineItems: [line(toAmount(amount - taxAmount), null)] })
  } else {
    // With tax in the price each tax rate gets its part of the amount, and the total is the amount.
    const decimals = getCurrencyDecimals(currency)
    const { groups, groupNos } = computeContentTotals(toContent(invoice), currency, rates)
    const grosses = groups.map(({ net, taxes, rounding }) => net + rounding + sum(taxes.map((tax) => tax.amount)))
    const parts = allocate(
      BigInt(toMinor(amount, decimals)),
      grosses.map((gross) => BigInt(gross)),
    )
    const rateIds = groups.map((_, group) => invoice.lineItems[groupNos.indexOf(group + 1)]?.taxRateId ?? null)
    const isByLine = hasLineRates(invoice)
    content.lineItems = parts.flatMap((part, i) =>
      part === 0n ? [] : [line(fromMinor(Number(part), decimals), isByLine ? rateIds[i]! : null)],
    )
  }
  return { content, totals: computeContentTotals(content, currency, rates), lastCent: zero }
}

const findLineProblem = (
  { invoice, earlier }: Known,
  lines: readonly { lineId: number; quantity: string }[],
): CreditProblem | undefined => {
  for (const [i, { lineId, quantity }] of lines.entries()) {
    const at = `lines.${i}`
    const line = invoice.lineItems.find(({ id }) => id === lineId)
    if (!line) return { path: `${at}.lineId`, message: `Line ${i + 1}: the invoice has no such line` }
    if (lines.findIndex((other) => other.lineId === lineId) < i)
      return { path: `${at}.lineId`, message: `Line ${i + 1}: each line can be named once` }
    const left = getLeft(line, earlier)
    const wanted = toMillionths(quantity)
    if (left === 0n) return { path: `${at}.quantity`, message: `${line.description}: all of it has been credited` }
    if (wanted === 0n || wanted < 0n !== left < 0n || size(wanted) > size(left))
      return { path: `${at}.quantity`, message: `${line.description}: the quantity must be between 0 and ${toQuantity(left)}` }
  }
  return undefined
}

/**
 * Price, tax rate and discounts of a line are those of the invoice. Any number of notes never add up to more than the invoice, and those
 * that credit all quantities add up to its total exactly: what rounding leaves is the last cent. @param earlier the notes that stand
 */
export const computeCreditNote = (
  invoice: CreditedInvoice,
  earlier: readonly EarlierCredit[],
  { lines, amount }: CreditRequest,
  rates: TaxRates,
): Credit | CreditProblem => {
  const known = { invoice, earlier, rates }
  const left = getCreditableAmount(invoice, earlier)
  const nothing = { path: lines ? 'lines' : 'amount', message: 'There is nothing to credit' }
  if (left <= 0) return { path: nothing.path, message: 'All of this invoice has been credited' }
  if (lines && amount != null) return { path: 'amount', message: 'Credit lines or an amount, not both' }
  const decimalsProblem = findCurrencyProblem('Amount', amount, invoice.currency)
  if (decimalsProblem) return { path: 'amount', message: decimalsProblem }
  const problem = lines && findLineProblem(known, lines)
  if (problem) return problem
  const isByLine =
    lines || (amount == null && earlier.every(({ lineItems }) => lineItems.every(({ creditedLineId }) => creditedLineId !== null)))
  const credit = isByLine
    ? creditLines(
        known,
        new Map(
          lines
            ? lines.map(({ lineId, quantity }) => [lineId, toMillionths(quantity)])
            : invoice.lineItems.map((line) => [line.id, getLeft(line, earlier)]),
        ),
        'lines',
      )
    : creditAmount(known, amount ?? left, 'amount')
  return 'content' in credit && credit.totals.total <= 0 ? nothing : credit
}
