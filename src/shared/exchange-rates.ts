import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import type { DocumentTotals, GroupTotals } from './document-totals.ts'
import { fromMinor } from './minor-units.ts'
import { type Amount, divide, parseDecimal, type Sum, sum, toAmount, toSum } from './money.ts'

// Computed once, when a document is issued, and stored: no report multiplies by a rate.

/** Home units per unit of the other currency, with up to ten decimals: "1.0842". */
export type Rate = string

export const homeRate: Rate = '1'

export const getMinorUnit = (currency: Currency): Amount => fromMinor(1, getCurrencyDecimals(currency))

/** Rounded half away from zero to the home currency's decimals. */
export const sumToHome = (sum: Sum, rate: Rate, homeCurrency: Currency): Sum => {
  const { digits, scale } = parseDecimal(rate)
  const unit = 10n ** BigInt(3 - getCurrencyDecimals(homeCurrency))
  return toSum(divide(sum * digits, unit * 10n ** BigInt(scale)) * unit)
}

/** @throws RangeError when it is too large to be exact */
export const toHome = (amount: Amount, rate: Rate, homeCurrency: Currency): Amount =>
  toAmount(Number(sumToHome(toSum(amount), rate, homeCurrency)))

/** 9e12, less what the rounding of its parts may add. */
export const exceedsHome = (amount: Amount, rate: Rate): boolean => {
  const { digits, scale } = parseDecimal(rate)
  return BigInt(amount) * digits >= (9n * 10n ** 15n - 1000n) * 10n ** BigInt(scale)
}

export type HomeTotals = {
  groups: Pick<GroupTotals<Amount>, 'net' | 'taxes'>[]
  rounding: Amount
  /** The sum of nets, taxes and rounding, so that entries balance; not the document's total x rate. */
  total: Amount
}

/** Each net, each tax with its base and the rounding once. @throws RangeError as `toHome` */
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
