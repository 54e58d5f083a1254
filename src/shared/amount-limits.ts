import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { fitsCurrency } from './minor-units.ts'
import { type Amount, parseDecimal, toAmount, toDecimal } from './money.ts'

// An amount has a limit in each currency that is worth at least 99,999,999.99 US dollars. Apart from the amounts, which pages that only
// format them load.

/** Not less than a dollar. */
const strong = ['BHD', 'BMD', 'BSD', 'CHF', 'EUR', 'FKP', 'GBP', 'GIP', 'JOD', 'KWD', 'KYD', 'OMR', 'PAB', 'SHP', 'USD'] as const
/** 500 to 8,000 for a dollar. */
const weak = [
  ...(['AOA', 'ARS', 'BIF', 'CDF', 'CLP', 'COP', 'IQD', 'KHR', 'KMF', 'KPW', 'KRW', 'KZT', 'MGA', 'MMK', 'MNT', 'MWK', 'NGN'] as const),
  ...(['PYG', 'RWF', 'SDG', 'SOS', 'SSP', 'TZS', 'UGX', 'VES', 'XAF', 'XOF'] as const),
]
/** More than that. */
const weakest = ['GNF', 'IDR', 'IRR', 'LAK', 'LBP', 'SYP', 'UZS', 'VND'] as const

/**
 * Two of these together are still a safe integer of thousandths, so that the payments of an invoice that was paid twice add up. It is less
 * than the rule above asks for pounds of Lebanon, and for rials of Iran at the rates of its markets.
 */
const most = 4_500_000_000_000

const wholes = new Map<Currency, number>([
  ...strong.map((currency) => [currency, 1e8] as const),
  ...weak.map((currency) => [currency, 1e12] as const),
  ...weakest.map((currency) => [currency, most] as const),
])

/** 99,999,999.99 of dollars, 4,499,999,999,999 of dong: the last one before a round number. */
export const getMaxAmount = (currency: Currency): Amount =>
  toAmount((wholes.get(currency) ?? 1e11) * 1000 - 10 ** (3 - getCurrencyDecimals(currency)))

/** That of no currency is higher. */
export const maxAmount = toAmount(most * 1000 - 1)

/** "99,999,999.99" */
export const formatMaxAmount = (currency: Currency): string =>
  (getMaxAmount(currency) / 1000).toLocaleString('en-US', { minimumFractionDigits: getCurrencyDecimals(currency) })

/** An amount with more decimals than its currency has, or beyond its limit. */
export const findCurrencyProblem = (label: string, amount: Amount | null | undefined, currency: Currency): string | undefined => {
  if (amount == null) return undefined
  const decimals = getCurrencyDecimals(currency)
  if (!fitsCurrency(amount, currency))
    return decimals === 0
      ? `${label} must be a whole number: ${currency} has no decimals`
      : `${label} can have at most ${decimals} decimals`
  if (Math.abs(amount) <= getMaxAmount(currency)) return undefined
  return `${label} must be ${amount > 0 ? 'at most ' : 'at least -'}${formatMaxAmount(currency)}`
}

/** @param price decimal text, of any number of decimals */
export const findPriceProblem = (label: string, price: string | null | undefined, currency: Currency): string | undefined => {
  if (price == null) return undefined
  const { digits, scale } = parseDecimal(price)
  const limit = parseDecimal(toDecimal(getMaxAmount(currency)))
  const isWithin = digits * 10n ** BigInt(limit.scale) <= limit.digits * 10n ** BigInt(scale)
  return isWithin ? undefined : `${label} must be at most ${formatMaxAmount(currency)}`
}
