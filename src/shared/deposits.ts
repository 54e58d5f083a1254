import { findCurrencyProblem } from './amount-limits.ts'
import { computeContentTotals, type DocumentContent, type TaxRates } from './content-totals.ts'
import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { allocate } from './document-totals.ts'
import { fromMinor, toMinor } from './minor-units.ts'
import { type Amount, formatMoney, sum, takePercent, toAmount, toDecimal, zero } from './money.ts'

// A deposit is invoiced before the work, with its tax, and deducted from the invoice of the work by negative lines of the same tax rates.
// All amounts are in the prices of the documents: with tax where these include it.

export type DepositRequest = { percent?: string | null | undefined; amount?: Amount | null | undefined }

/** `taxRateId`: null for the rate of the whole document, or none. */
export type DepositPart = { taxRateId: number | null; amount: Amount }

type Group = { taxRateId: number | null; whole: Amount; left: Amount }

/** After discounts: of all lines, and what deducted deposits leave. */
const listGroups = (content: DocumentContent, currency: Currency, rates: TaxRates): Group[] => {
  const { lines, groupNos } = computeContentTotals(content, currency, rates)
  return [...new Set(groupNos)].map((groupNo) => {
    const members = content.lineItems.flatMap(({ kind, taxRateId = null }, i) => {
      const { total, documentDiscount } = lines[i]!
      return groupNos[i] === groupNo ? [{ kind, taxRateId, amount: toAmount(total - documentDiscount) }] : []
    })
    const add = (some: typeof members) => sum(some.map(({ amount }) => amount))
    return { taxRateId: members[0]!.taxRateId, whole: add(members.filter(({ kind }) => kind !== 'deposit')), left: add(members) }
  })
}

/** Lines with a rate that come to less than zero have no part in a deposit. */
const atLeastZero = (amount: Amount): Amount => toAmount(Math.max(amount, 0))

/** A percentage is taken of the lines of each rate, an amount is divided by what is left of them. Parts of zero are left out. */
export const divideDeposit = (
  content: DocumentContent,
  { percent, amount }: DepositRequest,
  currency: Currency,
  rates: TaxRates,
): DepositPart[] | { path: 'percent' | 'amount'; message: string } => {
  const path = amount == null ? 'percent' : 'amount'
  if ((percent == null) === (amount == null)) return { path, message: 'Enter the deposit as a percentage or as an amount' }
  const problem = findCurrencyProblem('Amount', amount, currency)
  if (problem) return { path, message: problem }
  const groups = listGroups(content, currency, rates)
  const left = sum(groups.map((group) => group.left))
  const parts =
    amount == null ? groups.map(({ whole }) => takePercent(atLeastZero(whole), percent!, currency)) : divideByLeft(amount, groups, currency)
  if (sum(parts) > left || parts.some((part, i) => part > atLeastZero(groups[i]!.left)))
    return { path, message: `The deposit must be at most ${formatMoney(left, currency)}` }
  const found = groups.flatMap(({ taxRateId }, i) => (parts[i] === 0 ? [] : [{ taxRateId, amount: parts[i]! }]))
  return found.length > 0 ? found : { path, message: 'The deposit must be more than 0' }
}

const divideByLeft = (amount: Amount, groups: readonly Group[], currency: Currency): Amount[] => {
  const decimals = getCurrencyDecimals(currency)
  const weights = groups.map(({ left }) => BigInt(Math.max(left, 0)))
  return allocate(BigInt(toMinor(amount, decimals)), weights).map((part) => fromMinor(Number(part), decimals))
}

/**
 * Of each part at most what is left of the lines of its tax rate. The rest stays to be deducted from another invoice, or to be credited.
 */
export const findDeductions = <Part extends DepositPart>(
  content: DocumentContent,
  parts: readonly Part[],
  currency: Currency,
  rates: TaxRates,
): Part[] => {
  const groups = listGroups(content, currency, rates)
  return parts.flatMap((part) => {
    const left = groups.find(({ taxRateId }) => taxRateId === part.taxRateId)?.left ?? zero
    const amount = toAmount(Math.min(part.amount, left))
    return amount > 0 ? [{ ...part, amount }] : []
  })
}

export const computeDepositTotal = (
  content: DocumentContent,
  request: DepositRequest,
  currency: Currency,
  rates: TaxRates,
): Amount | { path: 'percent' | 'amount'; message: string } => {
  const parts = divideDeposit(content, request, currency, rates)
  if ('message' in parts) return parts
  const lineItems = parts.map(({ amount, taxRateId }) => ({ quantity: '1.00', unitPrice: toDecimal(amount), taxRateId }))
  return computeContentTotals({ taxRate: content.taxRate, pricesIncludeTax: content.pricesIncludeTax ?? false, lineItems }, currency, rates)
    .total
}
