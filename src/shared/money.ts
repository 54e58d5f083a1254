import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import type { DocumentLanguage } from './document-languages.ts'

/** An amount in whole cents. Decimal strings ("12.30") exist only at the edges: JSON, inputs, the database driver. */
export type Cents = number & { readonly unit: 'cents' }

/** An amount in the home currency, where those of documents in other currencies stand beside it: the two never add up. */
export type HomeCents = number & { readonly unit: 'home cents' }

/** The largest amount that numeric(10,2) holds: 99,999,999.99. */
export const maxCents = 9_999_999_999

/** @throws RangeError for anything but a safe integer */
export const cents = (n: number): Cents => {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number of cents: ${n}`)
  return (n === 0 ? 0 : n) as Cents
}

export const zero = cents(0)

/** Takes an amount of the home currency, or what was computed from such amounts, as one. @throws RangeError as `cents` */
export const toHomeCents = (amount: number): HomeCents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole amount: ${amount}`)
  return (amount === 0 ? 0 : amount) as HomeCents
}

export const homeZero = toHomeCents(0)

/**
 * Digits before and after the point; "1e3" and "" don't match. Both runs are limited: trimming the zeros of 100,000 digits took minutes.
 */
const digits = /^(-?)(\d{1,13})(?:\.(\d{0,20}))?$/

/**
 * "12.3" with 2 decimals -> 1230. Parses digits, never floats, so that "1.005" is refused instead of becoming 1.00.
 * @throws RangeError when the text is not a decimal number or has more decimals than `decimals`
 */
export const parseFixed = (text: string, decimals: number): number => {
  const [, sign = '', whole, fraction = ''] = digits.exec(text.trim()) ?? []
  const decimalDigits = fraction.replace(/0+$/, '')
  if (!whole || decimalDigits.length > decimals) throw new RangeError(`not a number with ${decimals} decimals: ${text}`)
  const value = Number(sign + whole + decimalDigits.padEnd(decimals, '0'))
  return value === 0 ? 0 : value
}

/** "12.30" -> 1230. @throws RangeError as `parseFixed` */
export const parseCents = (text: string): Cents => cents(parseFixed(text, 2))

/** 1230 -> "12.30", the format of JSON and the database. */
export const toDecimal = (hundredths: number): string => {
  const size = Math.abs(hundredths)
  return `${hundredths < 0 ? '-' : ''}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

const formats = new Map<string, Intl.NumberFormat>()

const getFormat = (currency: Currency, language: string): Intl.NumberFormat => {
  const key = `${language} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const decimals = getCurrencyDecimals(currency)
  // Prices have more decimals than amounts. Figures stay European: a document is read by people and programs of several countries.
  const made = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    ...{
      style: 'currency',
      currency,
      useGrouping: 'always',
      minimumFractionDigits: decimals,
      maximumFractionDigits: Math.max(decimals, 6),
    },
  })
  formats.set(key, made)
  return made
}

/**
 * "1234567.80" or 123456780 cents -> "$1,234,567.80"; a negative amount -> "-$5.00".
 * @param language of a document, which writes "1.234.567,80 €"; the app writes English
 */
export const formatMoney = (amount: Cents | string, currency: Currency, language: DocumentLanguage = 'en'): string => {
  const text = typeof amount === 'string' ? amount : toDecimal(amount)
  // A string is formatted exactly, a number only up to 15 digits.
  const formatted = getFormat(currency, language === 'en' ? 'en-US' : language).format(text as `${number}`)
  // Text of both directions is isolated where it is shown, and few fonts have the narrow space.
  return formatted.replace(/[\u061c\u200e\u200f]/g, '').replaceAll('\u202f', '\u00a0')
}

/** "1234567.80" or 123456780 cents -> "1,234,567.80", where the currency is understood. */
export const formatAmount = (amount: Cents | HomeCents | string): string =>
  (typeof amount === 'string' ? amount : toDecimal(amount)).replace(/\B(?=(\d{3})+(?=\.))/g, ',')

/**
 * The sum of amounts of the home currency, or of those of a document; never of both.
 * @throws RangeError when it is too large to be exact
 */
export function sum(parts: readonly Cents[]): Cents
export function sum(parts: readonly HomeCents[]): HomeCents
export function sum(parts: readonly number[]): number {
  return cents(parts.reduce((a, b) => a + b, 0))
}

/** n / d (d > 0), rounded half away from zero: the only rounding rule in the product. */
export const divide = (n: bigint, d: bigint): bigint => (2n * n + (n < 0n ? -d : d)) / (2n * d)

/** amount x n / d (d > 0), rounded. */
export function scale(amount: Cents, n: number, d: number): Cents
export function scale(amount: HomeCents, n: number, d: number): HomeCents
export function scale(amount: number, n: number, d: number): number {
  return cents(Number(divide(BigInt(amount) * BigInt(n), BigInt(d))))
}

/** An exact decimal number: digits / 10^scale. "9.975" is 9975 with scale 3. */
export type ExactDecimal = { digits: bigint; scale: number }

/** @throws RangeError when the text is not a decimal number */
export const parseDecimal = (text: string): ExactDecimal => {
  const [, sign = '', whole, fraction = ''] = digits.exec(text.trim()) ?? []
  if (!whole) throw new RangeError(`not a decimal number: ${text}`)
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length }
}

/** Decimal text without superfluous zeros, with at least `least` decimals: "01.500" is "1.50". @throws RangeError as `parseDecimal` */
export const normalizeDecimal = (text: string, least = 2): string => {
  const { digits, scale } = parseDecimal(text)
  const size = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = size.slice(0, size.length - scale)
  const fraction = size
    .slice(size.length - scale)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** The product of two decimals in whole minor units, rounded. @param decimals those of the currency */
export const scaleToMinor = (a: ExactDecimal, b: ExactDecimal, decimals: number): bigint =>
  divide(a.digits * b.digits * 10n ** BigInt(decimals), 10n ** BigInt(a.scale + b.scale))
