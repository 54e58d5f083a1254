import { findCurrencyProblem, findPriceProblem, getMaxAmount } from './amount-limits.ts'
import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { computeDocumentTotals, type DocumentTotals, divideCharge, type LineKind, type TotalsInput } from './document-totals.ts'
import { fromMinor, type Minor, scaleToMinor, toMinor } from './minor-units.ts'
import { type Amount, formatMoney, normalizeDecimal, parseDecimal, powerOfTen, sum, toAmount } from './money.ts'
import { formatHundredths } from './rates.ts'
import type { TaxCategory } from './tax-categories.ts'

export type DocumentTaxRate = {
  id: number
  category: TaxCategory | null
  exemptionReason: string | null
  components: readonly { name: string; percent: string; isCompound: boolean }[]
}
export type TaxRates = ReadonlyMap<number, DocumentTaxRate>
export const noTaxRates: TaxRates = new Map()

type Discount = { discountPercent?: string | null | undefined; discountAmount?: Amount | null | undefined }

export type ContentLine = Discount & {
  kind?: LineKind | undefined
  quantity: string
  unitPrice: string
  taxRateId?: number | null | undefined
}

export type DocumentContent = Discount & {
  /** In hundredths of a percent, for all lines while none names a rate. */
  taxRate: number
  /** As the user entered it, in place of the computed one; only while no line names a rate. */
  taxAmount?: Amount | undefined
  pricesIncludeTax?: boolean | undefined
  lineItems: readonly ContentLine[]
}

/** One component of one group; both are numbered from 1. */
export type ContentTax = {
  groupNo: number
  componentNo: number
  taxRateId: number | null
  name: string | null
  category: TaxCategory | null
  exemption: string | null
  percent: string
  isCompound: boolean
  base: Amount
  amount: Amount
}

export type ContentTotals = DocumentTotals<Amount> & {
  groupNos: number[]
  taxes: ContentTax[]
  taxIsCustom: boolean
}

export const hasLineRates = ({ lineItems }: { lineItems: readonly Pick<ContentLine, 'taxRateId'>[] }): boolean =>
  lineItems.some(({ taxRateId }) => taxRateId != null)

const toTotalsInput = (
  content: DocumentContent,
  currency: Currency,
  rates: TaxRates,
): { input: TotalsInput; rateIds: (number | null)[] } => {
  // In the order of the lines; null stands for the lines without tax, or for the document's rate.
  const rateIds = [...new Set(content.lineItems.map(({ taxRateId }) => taxRateId ?? null))]
  const decimals = getCurrencyDecimals(currency)
  // An amount with too many decimals is refused, and until then counts as far as it can be written.
  const toMinorAmount = (amount: Amount | null | undefined) =>
    amount == null ? null : (Math.trunc(amount / 10 ** (3 - decimals)) as Minor)
  const percent = normalizeDecimal(formatHundredths(content.taxRate), 0)
  const documentComponents = content.taxRate === 0 && !content.taxAmount ? [] : [{ percent, isCompound: false }]
  const ownRate = hasLineRates(content) ? [] : documentComponents
  return {
    rateIds,
    input: {
      decimals,
      pricesIncludeTax: content.pricesIncludeTax ?? false,
      discountPercent: content.discountPercent ?? null,
      discountAmount: toMinorAmount(content.discountAmount),
      groups: rateIds.map((id) => (id === null ? ownRate : (rates.get(id)?.components ?? []))),
      lines: content.lineItems.map(({ kind = 'item', quantity, unitPrice, discountPercent, discountAmount, taxRateId }) => ({
        kind,
        quantity,
        unitPrice,
        discountPercent: discountPercent ?? null,
        discountAmount: toMinorAmount(discountAmount),
        group: rateIds.indexOf(taxRateId ?? null),
      })),
    },
  }
}

export const toAmounts = (totals: DocumentTotals, decimals: number): DocumentTotals<Amount> => {
  const convert = (minor: Minor) => fromMinor(minor, decimals)
  return {
    lines: totals.lines.map((line) => ({
      ...{ amount: convert(line.amount), discount: convert(line.discount), total: convert(line.total), net: convert(line.net) },
      ...{ documentDiscount: convert(line.documentDiscount), documentDiscountNet: convert(line.documentDiscountNet) },
    })),
    groups: totals.groups.map(({ net, taxes, rounding }) => ({
      ...{ net: convert(net), rounding: convert(rounding) },
      taxes: taxes.map(({ base, amount }) => ({ base: convert(base), amount: convert(amount) })),
    })),
    ...{ subtotal: convert(totals.subtotal), discount: convert(totals.discount), charges: convert(totals.charges) },
    ...{ netAmount: convert(totals.netAmount), taxAmount: convert(totals.taxAmount) },
    ...{ rounding: convert(totals.rounding), total: convert(totals.total) },
  }
}

/** A rate that isn't in `rates` counts as none: a form may not have read it yet. */
export const computeContentTotals = (content: DocumentContent, currency: Currency, rates: TaxRates): ContentTotals => {
  const { input, rateIds } = toTotalsInput(content, currency, rates)
  const computed = computeDocumentTotals(input)
  const typed = hasLineRates(content) || content.taxAmount === undefined ? undefined : toMinor(content.taxAmount, input.decimals)
  const taxIsCustom = typed !== undefined && typed !== computed.taxAmount
  const minorTotals = taxIsCustom ? computeDocumentTotals({ ...input, typedTaxes: [{ group: 0, component: 0, amount: typed }] }) : computed
  const totals = toAmounts(minorTotals, input.decimals)
  return {
    ...totals,
    groupNos: input.lines.map(({ group }) => group + 1),
    taxIsCustom,
    taxes: totals.groups.flatMap(({ taxes }, group) => {
      const rate = rates.get(rateIds[group] ?? 0)
      return taxes.map((tax, component) => ({
        groupNo: group + 1,
        componentNo: component + 1,
        taxRateId: rate?.id ?? null,
        name: rate?.components[component]?.name ?? null,
        category: rate?.category ?? null,
        exemption: rate?.exemptionReason ?? null,
        ...input.groups[group]![component]!,
        ...tax,
      }))
    }),
  }
}

/** R5: divided over the tax rates of the items; those without a part are left out. */
export const divideLikeItems = (
  charge: Amount,
  items: DocumentContent,
  currency: Currency,
  rates: TaxRates,
): { taxRateId: number | null; amount: Amount }[] => {
  const { input, rateIds } = toTotalsInput(items, currency, rates)
  const parts = divideCharge(toMinor(charge, input.decimals), input, computeDocumentTotals(input))
  return rateIds.flatMap((taxRateId, group) =>
    parts[group] === 0 ? [] : [{ taxRateId, amount: fromMinor(parts[group]!, input.decimals) }],
  )
}

export type AmountProblem = { path: string; message: string }

/** May exceed what can be stored. */
export const computeLineAmount = ({ quantity, unitPrice }: Pick<ContentLine, 'quantity' | 'unitPrice'>, currency: Currency): bigint => {
  const decimals = getCurrencyDecimals(currency)
  return scaleToMinor(parseDecimal(quantity), parseDecimal(unitPrice), decimals) * powerOfTen(3 - decimals)
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** Null for totals that are far above any limit, and not exact. */
export const computeExactTotals = (content: DocumentContent, currency: Currency, rates: TaxRates): ContentTotals | null => {
  try {
    return computeContentTotals(content, currency, rates)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** What is returned or corrected must be less than what is sold, and a discount needs items to be taken from. */
const findNegativeProblem = ({ lineItems }: DocumentContent, totals: ContentTotals): string | undefined => {
  const { lines, groups, groupNos, charges, discount, netAmount, taxAmount, total } = totals
  if (lineItems.some(({ kind }) => kind === 'deposit') && groups.some(({ net }) => net < 0))
    return 'The deducted deposit is more than the lines with its tax rate come to. Remove the deduction first.'
  if (netAmount < 0 || total < 0) return 'The lines come to less than 0. Make a credit note for what you owe the customer'
  if (taxAmount < 0) return 'The tax comes to less than 0. Make a credit note for what you owe the customer'
  if (charges < 0) return 'The charges come to less than 0. Enter what you give back as an item with a negative quantity'
  const itemsOf = (group: number) =>
    sum(lines.flatMap((line, i) => (groupNos[i] === group + 1 && (lineItems[i]!.kind ?? 'item') === 'item' ? [line.total] : [])))
  if (discount > 0 && groups.some((_, group) => itemsOf(group) < 0))
    return 'The items with one of the tax rates come to less than 0, so a discount on the document can’t be divided. Enter it on the lines'
  return undefined
}

/** Amounts beyond the limit of the currency, and discounts above their base. */
export const findAmountProblem = (content: DocumentContent, currency: Currency, rates: TaxRates): AmountProblem | null => {
  const limit = getMaxAmount(currency)
  const most = formatMoney(limit, currency)
  const decimalsProblem = findCurrencyProblem('Discount', content.discountAmount, currency)
  if (decimalsProblem) return { path: 'discountAmount', message: decimalsProblem }
  const taxProblem = findCurrencyProblem('Tax amount', content.taxAmount, currency)
  if (taxProblem) return { path: 'taxAmount', message: taxProblem }
  for (const [i, line] of content.lineItems.entries()) {
    const at = `lineItems.${i}`
    const amount = computeLineAmount(line, currency)
    const lineProblem = findCurrencyProblem('Discount', line.discountAmount, currency)
    if (lineProblem) return { path: `${at}.discountAmount`, message: `Line ${i + 1}: ${lineProblem}` }
    const priceProblem = findPriceProblem('Unit price', line.unitPrice, currency)
    if (priceProblem) return { path: `${at}.unitPrice`, message: priceProblem }
    if (absolute(amount) > BigInt(limit))
      return { path: `${at}.unitPrice`, message: `Line ${i + 1}: quantity x unit price must be at most ${most}` }
    if (amount < 0n && line.kind !== 'deposit' && (line.discountPercent != null || line.discountAmount))
      return {
        path: `${at}.${line.discountPercent == null ? 'discountAmount' : 'discountPercent'}`,
        message: `Line ${i + 1}: a line with a negative quantity can’t have a discount`,
      }
    if (line.discountPercent != null && line.discountAmount != null)
      return { path: `${at}.discountAmount`, message: `Line ${i + 1}: enter the discount as a percentage or as an amount, not both` }
    if (line.discountAmount && BigInt(line.discountAmount) > amount)
      return {
        path: `${at}.discountAmount`,
        message: `Line ${i + 1}: the discount must be at most ${formatMoney(toAmount(Number(amount)), currency)}`,
      }
  }
  if (content.discountPercent != null && content.discountAmount != null)
    return { path: 'discountAmount', message: 'Enter the discount as a percentage or as an amount, not both' }
  if (hasLineRates(content) && content.taxRate !== 0)
    return { path: 'taxRate', message: 'The tax rate must be 0 when lines name their tax rates' }
  const totals = computeExactTotals(content, currency, rates)
  if (!totals) return { path: 'total', message: `The total must be at most ${most}` }
  const items = sum(totals.lines.flatMap(({ total }, i) => ((content.lineItems[i]!.kind ?? 'item') === 'item' ? [total] : [])))
  if (totals.discount > 0 && totals.discount > items)
    return { path: 'discountAmount', message: `The discount must be at most ${formatMoney(items, currency)}, the sum of the items` }
  if (totals.netAmount < 0 && content.taxAmount) return { path: 'taxAmount', message: 'The tax amount must be less than the total' }
  const negative = findNegativeProblem(content, totals)
  if (negative) return { path: 'lineItems', message: negative }
  if (totals.subtotal > limit || totals.charges > limit) return { path: 'subtotal', message: `The subtotal must be at most ${most}` }
  if (totals.taxAmount > limit) return { path: 'taxAmount', message: `The tax amount must be at most ${most}` }
  if (totals.total > limit) return { path: 'total', message: `The total must be at most ${most}` }
  return null
}
