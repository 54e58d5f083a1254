import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import type { DocumentLocale } from './document-languages.ts'

/**
 * In whole thousandths of the major unit ("12.30" is 12300) in every currency, so that nothing depends on the number of its decimals but
 * rounding, limits and how it is written. Decimal strings exist only at the edges: JSON, inputs, the database driver.
 */
export type Amount = number & { readonly unit: 'thousandths' }

/** An amount in the home currency, where those of documents in other currencies stand beside it: the two never add up. */
export type HomeAmount = number & { readonly unit: 'home thousandths' }

/**
 * In thousandths as well, but exact at any size: ten invoices at the largest exchange rates come to more than a number holds exactly, so
 * whatever adds up documents is a `Sum`; an `Amount` is that of one document.
 */
export type Sum = bigint & { readonly unit: 'thousandths' }

/** @param thousandths such as the sum of amounts. @throws RangeError for anything but a safe integer */
export const toAmount = (thousandths: number): Amount => {
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`not exact: ${thousandths}`)
  return (thousandths === 0 ? 0 : thousandths) as Amount
}

/** 1230 cents -> 12.30. @throws RangeError for anything but a safe integer */
export const cents = (hundredths: number): Amount => toAmount(hundredths * 10)

export const zero = toAmount(0)

/** Makes a home amount of what was computed from home amounts. @throws RangeError as `toAmount` */
export const toHomeAmount = (amount: number): HomeAmount => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole amount: ${amount}`)
  return (amount === 0 ? 0 : amount) as HomeAmount
}

export const homeZero = toHomeAmount(0)

/** Makes a sum of what was computed from sums. @param thousandths a whole number */
export const toSum = (thousandths: bigint | Amount | HomeAmount): Sum => BigInt(thousandths) as Sum

export const noSum = toSum(0n)

/** "1e3" and "" don't match. Both runs are limited: trimming the zeros of 100,000 digits took minutes. */
const digits = /^(-?)(\d{1,13})(?:\.(\d{0,20}))?$/
const sumDigits = /^(-?)(\d{1,40})(?:\.(\d{0,20}))?$/

/** "12.3" with 2 decimals -> "1230". @throws RangeError as `parseFixed` */
const readFixed = (pattern: RegExp, text: string, decimals: number): string => {
  const [, sign = '', whole, fraction = ''] = pattern.exec(text.trim()) ?? []
  const decimalDigits = fraction.replace(/0+$/, '')
  if (!whole || decimalDigits.length > decimals) throw new RangeError(`not a number with ${decimals} decimals: ${text}`)
  return sign + whole + decimalDigits.padEnd(decimals, '0')
}

/**
 * "12.3" with 2 decimals -> 1230. Parses digits, never floats, so that "1.005" is refused instead of becoming 1.00.
 * @throws RangeError when the text is not a decimal number or has more decimals than `decimals`
 */
export const parseFixed = (text: string, decimals: number): number => {
  const value = Number(readFixed(digits, text, decimals))
  return value === 0 ? 0 : value
}

/** "12.30" or "12.3" -> an amount. @throws RangeError as `parseFixed` with 3 decimals */
export const parseAmount = (text: string): Amount => toAmount(parseFixed(text, 3))

/** "12.30" or "12.3" -> a sum, of up to 40 digits before the point. @throws RangeError as `parseAmount` */
export const parseSum = (text: string): Sum => BigInt(readFixed(sumDigits, text, 3)) as Sum

/** 12.30 -> "12.30", the format of JSON and the database: at least two decimals in every currency. */
export const toDecimal = (amount: Amount | HomeAmount | Sum): string => {
  const size = String(amount < 0 ? -amount : amount).padStart(4, '0')
  return `${amount < 0 ? '-' : ''}${size.slice(0, -3)}.${size.slice(-3, size.endsWith('0') ? -1 : undefined)}`
}

const formats = new Map<string, Intl.NumberFormat>()

const getFormat = (currency: Currency, locale: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const decimals = getCurrencyDecimals(currency)
  // Prices have more decimals than amounts. Figures stay European: a document is read by people and programs of several countries.
  const made = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
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
 * "1234567.80" -> "$1,234,567.80"; a negative amount -> "-$5.00". @param locale of a document, which writes "1.234.567,80 €"; the app
 * writes English
 */
export const formatMoney = (amount: Amount | Sum | string, currency: Currency, locale: DocumentLocale = 'en'): string => {
  const text = typeof amount === 'string' ? amount : toDecimal(amount)
  // A string is formatted exactly, a number only up to 15 digits.
  const formatted = getFormat(currency, locale === 'en' ? 'en-US' : locale).format(text as `${number}`)
  // Text of both directions is isolated where it is shown, and few fonts have the narrow space or the wide yen sign.
  return formatted
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('￥', '¥')
}

export const formatAmount = (amount: Amount | HomeAmount | Sum | string): string =>
  (typeof amount === 'string' ? amount : toDecimal(amount)).replace(/\B(?=(\d{3})+(?=\.))/g, ',')

/** Never of both kinds together. @throws RangeError when it is too large to be exact */
export function sum(parts: readonly Amount[]): Amount
export function sum(parts: readonly HomeAmount[]): HomeAmount
export function sum(parts: readonly number[]): number {
  return toAmount(parts.reduce((a, b) => a + b, 0))
}

export const addUp = (parts: readonly (Amount | HomeAmount | Sum)[]): Sum =>
  parts.reduce<bigint>((all, part) => all + BigInt(part), 0n) as Sum

/** n / d (d > 0), rounded half away from zero: the only rounding rule in the product. */
export const divide = (n: bigint, d: bigint): bigint => (2n * n + (n < 0n ? -d : d)) / (2n * d)

/** amount x n / d (d > 0), rounded to the decimals of the currency. */
export function scale(amount: Amount, n: number, d: number, currency: Currency): Amount
export function scale(amount: HomeAmount, n: number, d: number, currency: Currency): HomeAmount
export function scale(amount: number, n: number, d: number, currency: Currency): number {
  const unit = 10n ** BigInt(3 - getCurrencyDecimals(currency))
  return toAmount(Number(divide(BigInt(amount) * BigInt(n), BigInt(d) * unit) * unit))
}

const powersOfTen = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent))
/** Known powers, because totals of a thousand lines need them for each line while the user types. */
export const powerOfTen = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent)

/** digits / 10^scale: "9.975" is 9975 with scale 3. */
export type ExactDecimal = { digits: bigint; scale: number }

/** @throws RangeError when the text is not a decimal number */
export const parseDecimal = (text: string): ExactDecimal => {
  const [, sign = '', whole, fraction = ''] = digits.exec(text.trim()) ?? []
  if (!whole) throw new RangeError(`not a decimal number: ${text}`)
  const all = sign + whole + fraction
  // Up to 15 digits are exact as a number, of which a bigint is made faster than of a text.
  return { digits: all.length <= 15 ? BigInt(Number(all)) : BigInt(all), scale: fraction.length }
}

/** At least `least` decimals: "01.500" is "1.50". @throws RangeError as `parseDecimal` */
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

/** Rounded half away from zero. @param percent decimal text, "33.3333" */
export const takePercent = (amount: Amount, percent: string, currency: Currency): Amount => {
  const { digits, scale: decimals } = parseDecimal(percent)
  return scale(amount, Number(digits), 10 ** (decimals + 2), currency)
}
