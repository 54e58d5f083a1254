import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { computeDocumentTotals, type DocumentTotals, divideCharge, type LineKind, type TotalsInput } from './document-totals.ts'
import { type Cents, cents, formatMoney, maxCents, normalizeDecimal, parseDecimal, scaleToMinor, toDecimal, zero } from './money.ts'
import type { TaxCategory } from './tax-categories.ts'

// From the content of a document, as its form and its request have it, to its totals.

/** A tax rate of the account, as far as totals and documents need it. */
export type DocumentTaxRate = {
  id: number
  category: TaxCategory | null
  exemptionReason: string | null
  components: readonly { name: string; percent: string; isCompound: boolean }[]
}
export type TaxRates = ReadonlyMap<number, DocumentTaxRate>
export const noTaxRates: TaxRates = new Map()

type Discount = { discountPercent?: string | null | undefined; discountAmount?: Cents | null | undefined }

export type ContentLine = Discount & {
  kind?: LineKind | undefined
  quantity: string
  unitPrice: string
  taxRateId?: number | null | undefined
}

export type DocumentContent = Discount & {
  /** In hundredths of a percent, for all lines while none names a rate. */
  taxRate: number
  /** The tax as the user entered it, in place of the computed one; only while no line names a rate. */
  taxAmount?: Cents | undefined
  pricesIncludeTax?: boolean | undefined
  lineItems: readonly ContentLine[]
}

/** A row of `document_taxes`: one component of one group, numbered from 1. */
export type ContentTax = {
  groupNo: number
  componentNo: number
  taxRateId: number | null
  name: string | null
  category: TaxCategory | null
  exemption: string | null
  percent: string
  isCompound: boolean
  base: Cents
  amount: Cents
}

export type ContentTotals = DocumentTotals & {
  /** The group of each line, from 1. */
  groupNos: number[]
  taxes: ContentTax[]
  /** The tax is not the one that the rate gives. */
  taxIsCustom: boolean
}

/** Whether a line names its own tax rate, so that the document's rate doesn't hold. */
export const hasLineRates = ({ lineItems }: { lineItems: readonly Pick<ContentLine, 'taxRateId'>[] }): boolean =>
  lineItems.some(({ taxRateId }) => taxRateId != null)

const toTotalsInput = (
  content: DocumentContent,
  currency: Currency,
  rates: TaxRates,
): { input: TotalsInput; rateIds: (number | null)[] } => {
  // In the order of the lines; null stands for the lines without tax, or for the document's rate.
  const rateIds = [...new Set(content.lineItems.map(({ taxRateId }) => taxRateId ?? null))]
  const percent = normalizeDecimal(toDecimal(content.taxRate), 0)
  const documentComponents = content.taxRate === 0 && !content.taxAmount ? [] : [{ percent, isCompound: false }]
  const ownRate = hasLineRates(content) ? [] : documentComponents
  return {
    rateIds,
    input: {
      decimals: getCurrencyDecimals(currency),
      pricesIncludeTax: content.pricesIncludeTax ?? false,
      discountPercent: content.discountPercent ?? null,
      discountAmount: content.discountAmount ?? null,
      groups: rateIds.map((id) => (id === null ? ownRate : (rates.get(id)?.components ?? []))),
      lines: content.lineItems.map(({ kind = 'item', quantity, unitPrice, discountPercent, discountAmount, taxRateId }) => ({
        kind,
        quantity,
        unitPrice,
        discountPercent: discountPercent ?? null,
        discountAmount: discountAmount ?? null,
        group: rateIds.indexOf(taxRateId ?? null),
      })),
    },
  }
}

/** Computes the totals of a document from its content. A rate that isn't in `rates` counts as none: a form may not have read it yet. */
export const computeContentTotals = (content: DocumentContent, currency: Currency, rates: TaxRates): ContentTotals => {
  const { input, rateIds } = toTotalsInput(content, currency, rates)
  const computed = computeDocumentTotals(input)
  const typed = hasLineRates(content) ? undefined : content.taxAmount
  const taxIsCustom = typed !== undefined && typed !== computed.taxAmount
  const totals = taxIsCustom ? computeDocumentTotals({ ...input, typedTaxes: [{ group: 0, component: 0, amount: typed }] }) : computed
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

/** R5: a charge that is taxed like the items, divided over their tax rates; those without a part are left out. */
export const divideLikeItems = (
  charge: Cents,
  items: DocumentContent,
  currency: Currency,
  rates: TaxRates,
): { taxRateId: number | null; amount: Cents }[] => {
  const { input, rateIds } = toTotalsInput(items, currency, rates)
  const parts = divideCharge(charge, input, computeDocumentTotals(input))
  return rateIds.flatMap((taxRateId, group) => (parts[group] === 0 ? [] : [{ taxRateId, amount: parts[group]! }]))
}

/** Why totals can't be stored: the field at fault, and a sentence for the user. */
export type AmountProblem = { path: string; message: string }

/** The amount of a line, which may exceed what can be stored. */
const computeLineAmount = ({ quantity, unitPrice }: ContentLine, currency: Currency): bigint =>
  scaleToMinor(parseDecimal(quantity), parseDecimal(unitPrice), getCurrencyDecimals(currency))

/**
 * Finds what is wrong with the lines and discounts of a document: amounts beyond the database's range, discounts above their base.
 */
export const findAmountProblem = (content: DocumentContent, currency: Currency, rates: TaxRates): AmountProblem | null => {
  const most = formatMoney(cents(maxCents), currency)
  for (const [i, line] of content.lineItems.entries()) {
    const at = `lineItems.${i}`
    const amount = computeLineAmount(line, currency)
    if (amount > BigInt(maxCents))
      return { path: `${at}.unitPrice`, message: `Line ${i + 1}: quantity x unit price must be at most ${most}` }
    if (line.discountPercent != null && line.discountAmount != null)
      return { path: `${at}.discountAmount`, message: `Line ${i + 1}: enter the discount as a percentage or as an amount, not both` }
    if (BigInt(line.discountAmount ?? zero) > amount)
      return {
        path: `${at}.discountAmount`,
        message: `Line ${i + 1}: the discount must be at most ${formatMoney(cents(Number(amount)), currency)}`,
      }
  }
  if (content.discountPercent != null && content.discountAmount != null)
    return { path: 'discountAmount', message: 'Enter the discount as a percentage or as an amount, not both' }
  if (hasLineRates(content) && content.taxRate !== 0)
    return { path: 'taxRate', message: 'The tax rate must be 0 when lines name their tax rates' }
  const totals = computeContentTotals(content, currency, rates)
  const items = cents(totals.lines.reduce((sum, { total }, i) => sum + ((content.lineItems[i]!.kind ?? 'item') === 'item' ? total : 0), 0))
  if (totals.discount > items)
    return { path: 'discountAmount', message: `The discount must be at most ${formatMoney(items, currency)}, the sum of the items` }
  if (totals.subtotal > maxCents || totals.charges > maxCents) return { path: 'subtotal', message: `The subtotal must be at most ${most}` }
  if (totals.taxAmount > maxCents) return { path: 'taxAmount', message: `The tax amount must be at most ${most}` }
  if (totals.total > maxCents) return { path: 'total', message: `The total must be at most ${most}` }
  if (totals.netAmount < 0) return { path: 'taxAmount', message: 'The tax amount must be less than the total' }
  return null
}
