import { badParam } from './errors.ts'
import type { FormValue } from './form.ts'

/** @throws ApiError 400 */
export type Reader<T> = (raw: FormValue | undefined, param: string) => T

const missingParam = (param: string) => badParam(param, 'parameter_missing', `Missing required param: ${param}.`)
const emptyParam = (param: string) =>
  badParam(
    param,
    'parameter_invalid_empty',
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
  )

const readString = (value: FormValue | undefined, param: string): string => {
  if (value === undefined) throw missingParam(param)
  if (typeof value !== 'string') throw badParam(param, undefined, 'Invalid string: {:nested=>...}')
  if (value === '') throw emptyParam(param)
  return value
}

export const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (raw, param) =>
    raw === undefined ? undefined : read(raw, param)

export const text =
  (max = 5000): Reader<string> =>
  (raw, param) => {
    const value = readString(raw, param)
    if (value.length > max) throw badParam(param, undefined, `Invalid string: ${value.slice(0, 8)}…; must be at most ${max} characters`)
    return value
  }

export const integer =
  (min: number, max: number): Reader<number> =>
  (raw, param) => {
    const value = readString(raw, param)
    if (!/^-?\d{1,15}$/.test(value)) throw badParam(param, 'parameter_invalid_integer', `Invalid integer: ${value}`)
    const number = Number(value)
    if (number < min)
      throw badParam(param, 'parameter_invalid_integer', `This value must be greater than or equal to ${min} (it currently is '${value}').`)
    if (number > max)
      throw badParam(param, 'parameter_invalid_integer', `This value must be less than or equal to ${max} (it currently is '${value}').`)
    return number
  }

export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Reader<T> =>
  (raw, param) => {
    const value = readString(raw, param)
    const found = allowed.find((word) => word === value)
    if (found === undefined) throw badParam(param, undefined, `Invalid ${param}: must be one of ${allowed.join(', ')}`)
    return found
  }

export const bool: Reader<boolean> = (raw, param) => {
  const value = readString(raw, param)
  if (value !== 'true' && value !== 'false') throw badParam(param, undefined, `Invalid boolean: ${value}`)
  return value === 'true'
}

/** Others than http and https are refused, so that no page can be made to link to `javascript:`. */
export const webUrl: Reader<string> = (raw, param) => {
  const value = text()(raw, param)
  // The placeholder is not valid in a URL, so it is replaced before the check.
  const url = URL.canParse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'id')) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw badParam(param, 'url_invalid', 'Not a valid URL')
  return value
}

export const emailAddress: Reader<string> = (raw, param) => {
  const value = text(800)(raw, param)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) throw badParam(param, 'email_invalid', `Invalid email address: ${value}`)
  return value
}

export const list =
  <T>(read: Reader<T>, max = 100): Reader<T[]> =>
  (raw, param) => {
    if (raw === undefined) throw missingParam(param)
    if (typeof raw === 'string') throw badParam(param, undefined, 'Invalid array')
    const keys = Object.keys(raw)
    if (keys.some((key, index) => key !== String(index))) throw badParam(param, undefined, 'Invalid array')
    if (keys.length > max) throw badParam(param, undefined, `Array ${param} exceeded maximum ${max} allowed elements.`)
    return keys.map((key) => read(raw[key], `${param}[${key}]`))
  }

/** `param` is '' for the outermost object. Unknown fields are refused. */
export const shape =
  <S extends Record<string, Reader<unknown>>>(fields: S): Reader<{ [K in keyof S]: ReturnType<S[K]> }> =>
  (raw, param) => {
    if (raw === undefined) throw missingParam(param)
    if (typeof raw === 'string') throw badParam(param, undefined, 'Invalid object')
    const getName = (key: string) => (param === '' ? key : `${param}[${key}]`)
    const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(fields, key))
    if (unknown.length > 0) {
      const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.map(getName).join(', ')}`
      throw badParam(getName(unknown[0]!), 'parameter_unknown', message)
    }
    return Object.fromEntries(Object.entries(fields).map(([key, read]) => [key, read(raw[key], getName(key))])) as {
      [K in keyof S]: ReturnType<S[K]>
    }
  }

/** At most 50 texts of 500 characters under keys of 40. An empty text removes its key. */
export const metadata: Reader<Record<string, string>> = (raw, param) => {
  if (raw === undefined || raw === '') return {}
  if (typeof raw === 'string') throw badParam(param, undefined, 'Invalid object')
  const entries = Object.entries(raw)
  if (entries.length > 50) throw badParam(param, undefined, 'Metadata can have up to 50 keys.')
  for (const [key, value] of entries) {
    const name = `${param}[${key}]`
    if (typeof value !== 'string') throw badParam(name, undefined, 'Metadata values must be strings.')
    if (key.length > 40) throw badParam(name, undefined, `Metadata keys can be up to 40 characters long; '${key.slice(0, 20)}…' is longer.`)
    if (value.length > 500) throw badParam(name, undefined, 'Metadata values can have up to 500 characters.')
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>
}

export const expandPaths: Reader<string[]> = (raw, param) => (raw === undefined ? [] : list(text(200), 20)(raw, param))
