import { HttpError, type JsonObject } from './http.ts'

/** The currency of an account, and how much of it a unit of a payment's currency is worth: decimal text with up to ten decimals. */
export type Settlement = { currency: string; rate: string }

/** Null when `currency` and `rate` are absent. @throws HttpError 400 */
export const readSettlement = ({ currency, rate }: JsonObject): Settlement | null => {
  if (currency === undefined && rate === undefined) return null
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) throw new HttpError(400, "'currency' must be a code like USD.")
  if (typeof rate !== 'string' || !/^\d{1,10}(\.\d{1,10})?$/.test(rate))
    throw new HttpError(400, "'rate' must be a decimal text like 1.0842.")
  return { currency, rate }
}

/** Rounded half up. @param decimals of the units of both amounts */
export const convert = (amount: number, rate: string, decimals: { from: number; to: number }): number => {
  const [whole, fraction = ''] = rate.split('.')
  const numerator = BigInt(amount) * BigInt(whole! + fraction.padEnd(10, '0')) * 10n ** BigInt(decimals.to)
  const denominator = 10n ** BigInt(10 + decimals.from)
  return Number((2n * numerator + denominator) / (2n * denominator))
}
