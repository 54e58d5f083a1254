import { isJsonObject, type JsonObject } from '#simulators/kit/http.ts'
import { parseAmount } from '#simulators/kit/money.ts'
import { badRequest, unprocessable } from './errors.ts'
import { isWhole } from './money.ts'

const quote = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

/** @throws PayPalError 400 */
export const readObject = (value: unknown, field: string): JsonObject => {
  if (value === undefined || value === null) throw badRequest('MISSING_REQUIRED_PARAMETER', { field })
  if (!isJsonObject(value)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: quote(value) })
  return value
}

/** @throws PayPalError 400 */
export const readText = (value: unknown, field: string, max: number, min = 1): string => {
  if (value === undefined || value === null) throw badRequest('MISSING_REQUIRED_PARAMETER', { field })
  if (typeof value !== 'string') throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: quote(value) })
  if (value.length < min || value.length > max) throw badRequest('INVALID_STRING_LENGTH', { field, value: quote(value) })
  return value
}

export const readOptionalText = (value: unknown, field: string, max: number) =>
  value === undefined ? undefined : readText(value, field, max)

export const readEnum = <const T extends string>(value: unknown, field: string, ...allowed: readonly T[]): T => {
  const word = readText(value, field, 255)
  const found = allowed.find((known) => known === word)
  if (found === undefined) throw badRequest('INVALID_PARAMETER_VALUE', { field, value: word })
  return found
}

/** Others than http and https are refused, so that no page can be made to link to `javascript:`. */
export const readUrl = (value: unknown, field: string): string => {
  const address = readText(value, field, 2048)
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: quote(address) })
  return address
}

const currencies = new Set('AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '))

/** In cents. As with PayPal, the amount is a text; a JSON number is refused. @throws PayPalError 400 and 422 */
export const readAmount = (value: unknown, field: string, rule: 'positive' | 'zero too' = 'positive', expected?: string): number => {
  const money = readObject(value, field)
  const currency = readText(money.currency_code, `${field}/currency_code`, 3, 3)
  const decimal = readText(money.value, `${field}/value`, 32)
  const detail = { field: `${field}/value`, value: decimal }
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw badRequest('INVALID_PARAMETER_SYNTAX', detail)
  if (expected === undefined ? !currencies.has(currency) : currency !== expected)
    throw unprocessable('INVALID_CURRENCY_CODE', { field: `${field}/currency_code`, value: currency })
  if (isWhole(currency) && decimal.includes('.')) throw unprocessable('DECIMALS_NOT_SUPPORTED', detail)
  if (/\.\d{3}/.test(decimal)) throw unprocessable('DECIMAL_PRECISION', detail)
  if (/\d{11}/.test(decimal)) throw unprocessable('MAX_VALUE_EXCEEDED', detail)
  const cents = parseAmount(decimal)
  if (rule === 'positive' && cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', detail)
  if (cents < 0) throw unprocessable('CANNOT_BE_NEGATIVE', detail)
  return cents
}
