import { parseFixed } from '#shared/money.ts'
import { badRequest, unprocessable } from './errors.ts'

type Tree = Record<string, unknown>
export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

/** The object at `field`; nothing there is a 400 that names it. */
export const tree = (value: unknown, field: string): Tree => {
  if (value === undefined || value === null) throw badRequest('MISSING_REQUIRED_PARAMETER', { field })
  if (!isTree(value)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: shown(value) })
  return value
}

/** The text at `field`, of `min` to `max` characters. */
export const text = (value: unknown, field: string, max: number, min = 1): string => {
  if (value === undefined || value === null) throw badRequest('MISSING_REQUIRED_PARAMETER', { field })
  if (typeof value !== 'string') throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: shown(value) })
  if (value.length < min || value.length > max) throw badRequest('INVALID_STRING_LENGTH', { field, value: shown(value) })
  return value
}

export const optionalText = (value: unknown, field: string, max: number) => (value === undefined ? undefined : text(value, field, max))

export const oneOf = <const T extends string>(value: unknown, field: string, ...allowed: readonly T[]): T => {
  const word = text(value, field, 255)
  const found = allowed.find((known) => known === word)
  if (found === undefined) throw badRequest('INVALID_PARAMETER_VALUE', { field, value: word })
  return found
}

/** A web address; anything but http and https is refused, so that no page can be made to link to `javascript:`. */
export const webAddress = (value: unknown, field: string): string => {
  const address = text(value, field, 2048)
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw badRequest('INVALID_PARAMETER_SYNTAX', { field, value: shown(address) })
  return address
}

/** `{ currency_code: 'USD', value: '12.30' }` -> 1230 whole cents. The amount is a text: a JSON number is refused, as PayPal does. */
export const amount = (value: unknown, field: string, rule: 'positive' | 'zero too' = 'positive', expected = 'USD'): number => {
  const money = tree(value, field)
  const currency = text(money.currency_code, `${field}/currency_code`, 3, 3)
  const decimal = text(money.value, `${field}/value`, 32)
  const place = { field: `${field}/value`, value: decimal }
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw badRequest('INVALID_PARAMETER_SYNTAX', place)
  if (currency !== expected) throw unprocessable('INVALID_CURRENCY_CODE', { field: `${field}/currency_code`, value: currency })
  if (/\.\d{3}/.test(decimal)) throw unprocessable('DECIMAL_PRECISION', place)
  if (/\d{11}/.test(decimal)) throw unprocessable('MAX_VALUE_EXCEEDED', place)
  const cents = parseFixed(decimal, 2)
  if (rule === 'positive' && cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', place)
  if (cents < 0) throw unprocessable('CANNOT_BE_NEGATIVE', place)
  return cents
}
