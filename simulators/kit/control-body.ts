import { HttpError, type JsonObject } from './http.ts'

/** @throws HttpError 400 */
export const readInteger = (body: JsonObject, name: string, fallback: number, min: number, max: number): number => {
  const value = body[name]
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new HttpError(400, `'${name}' must be a whole number from ${min} to ${max}.`)
}

/** @throws HttpError 400 */
export const readText = (body: JsonObject, name: string): string => {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new HttpError(400, `'${name}' must be a text.`)
}

/** @throws HttpError 400 */
export const readEnum = <const T extends string>(body: JsonObject, name: string, allowed: readonly T[], fallback?: T): T => {
  const value = body[name]
  if (value === undefined && fallback !== undefined) return fallback
  const found = allowed.find((word) => word === value)
  if (found !== undefined) return found
  throw new HttpError(400, `'${name}' must be one of ${allowed.join(', ')}.`)
}
