import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import type { DocumentTotals, GroupTotals } from './document-totals.ts'
import { fromMinor } from './minor-units.ts'
import { type Amount, divide, parseDecimal, type Sum, sum, toAmount, toSum } from './money.ts'

// The home amounts of a document in another currency. They are computed once, when it is issued, and stored: no report multiplies by a rate.

/** Home units per unit of another currency: decimal text with up to ten decimals, "1.0842". */
export type Rate = string

/** The rate of documents in the home currency. */
export const homeRate: Rate = '1'

/** The smallest amount of a currency: a cent, or a yen. */
export const getMinorUnit = (currency: Currency): Amount => fromMinor(1, getCurrencyDecimals(currency))

/** A sum in the home currency, rounded half away from zero to its decimals. */
export const sumToHome = (sum: Sum, rate: Rate, homeCurrency: Currency): Sum => {
  const { digits, scale } = parseDecimal(rate)
  const unit = 10n ** BigInt(3 - getCurrencyDecimals(homeCurrency))
  return toSum(divide(sum * digits, unit * 10n ** BigInt(scale)) * unit)
}

/** The same for an amount. @throws RangeError when it is too large to be exact */
export const toHome = (amount: Amount, rate: Rate, homeCurrency: Currency): Amount =>
  toAmount(Number(sumToHome(toSum(amount), rate, homeCurrency)))

/** Whether an amount in the home currency is too large to store: 1e12, less what the rounding of its parts may add. */
export const exceedsHome = (amount: Amount, rate: Rate): boolean => {
  const { digits, scale } = parseDecimal(rate)
  return BigInt(amount) * digits >= (10n ** 15n - 1000n) * 10n ** BigInt(scale)
}

export type HomeTotals = {
  groups: Pick<GroupTotals<Amount>, 'net' | 'taxes'>[]
  rounding: Amount
  /** The sum of nets, taxes and rounding, so that entries balance; not the document's total x rate. */
  total: Amount
}

/** Converts a document's totals: each net, each tax with its base and the rounding once. @throws RangeError as `toHome` */
export const computeHomeTotals = (
  { groups, rounding }: Pick<DocumentTotals<Amount>, 'groups' | 'rounding'>,
  rate: Rate,
  homeCurrency: Currency,
): HomeTotals => {
  const convert = (amount: Amount) => toHome(amount, rate, homeCurrency)
  const homeGroups = groups.map(({ net, taxes }) => ({
    net: convert(net),
    taxes: taxes.map(({ base, amount }) => ({ base: convert(base), amount: convert(amount) })),
  }))
  const homeRounding = convert(rounding)
  const parts = homeGroups.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)])
  return { groups: homeGroups, rounding: homeRounding, total: sum([...parts, homeRounding]) }
}
