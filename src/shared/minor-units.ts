import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { type Amount, divide, type ExactDecimal, normalizeDecimal, powerOfTen, toAmount, toDecimal } from './money.ts'

// Apart from the amounts, which pages that only format them load.

/** Cents, yen, or thousandths of a dinar. */
export type Minor = number & { readonly unit: 'minor' }

/** 12.30 dollars -> 1230, 500 yen -> 500. @throws RangeError for more decimals than the currency has */
export const toMinor = (amount: Amount, decimals: number): Minor => {
  const minor = amount / 10 ** (3 - decimals)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${toDecimal(amount)} has more than ${decimals} decimals`)
  return minor as Minor
}

export const fromMinor = (minor: number, decimals: number): Amount => toAmount(minor * 10 ** (3 - decimals))

export const fitsCurrency = (amount: Amount, currency: Currency): boolean => amount % 10 ** (3 - getCurrencyDecimals(currency)) === 0

/** "500.00" is "500" in yen, and "0.0125" stays. */
export const toInputAmount = (amount: string, currency: Currency): string => normalizeDecimal(amount, getCurrencyDecimals(currency))

/** Rounded. @param decimals those of the currency */
export const scaleToMinor = (a: ExactDecimal, b: ExactDecimal, decimals: number): bigint =>
  divide(a.digits * b.digits * powerOfTen(decimals), powerOfTen(a.scale + b.scale))
