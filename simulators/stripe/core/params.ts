import { badParam } from './errors.ts'
import type { Wire } from './form.ts'

/** Turns one parameter from its wire text into a value, or throws Stripe's 400 that names it. `undefined` means that it was not sent. */
export type Reader<T> = (wire: Wire | undefined, param: string) => T

const unsent = (param: string) => badParam(param, 'parameter_missing', `Missing required param: ${param}.`)
const cannotBeEmpty = (param: string) =>
  badParam(
    param,
    'parameter_invalid_empty',
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
  )

const plain = (wire: Wire | undefined, param: string): string => {
  if (wire === undefined) throw unsent(param)
  if (typeof wire !== 'string') throw badParam(param, undefined, 'Invalid string: {:nested=>...}')
  if (wire === '') throw cannotBeEmpty(param)
  return wire
}

export const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (wire, param) =>
    wire === undefined ? undefined : read(wire, param)

/** A text of at most `max` characters. */
export const text =
  (max = 5000): Reader<string> =>
  (wire, param) => {
    const value = plain(wire, param)
    if (value.length > max) throw badParam(param, undefined, `Invalid string: ${value.slice(0, 8)}…; must be at most ${max} characters`)
    return value
  }

export const integer =
  (min: number, max: number): Reader<number> =>
  (wire, param) => {
    const value = plain(wire, param)
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
  (wire, param) => {
    const value = plain(wire, param)
    const found = allowed.find((word) => word === value)
    if (found === undefined) throw badParam(param, undefined, `Invalid ${param}: must be one of ${allowed.join(', ')}`)
    return found
  }

export const truth: Reader<boolean> = (wire, param) => {
  const value = plain(wire, param)
  if (value !== 'true' && value !== 'false') throw badParam(param, undefined, `Invalid boolean: ${value}`)
  return value === 'true'
}

/** A web address; anything but http and https is refused, so that no page can be made to link to `javascript:`. */
export const webAddress: Reader<string> = (wire, param) => {
  const value = text()(wire, param)
  // The placeholder's braces are no part of a web address, so the check is made without them.
  const url = URL.canParse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'id')) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw badParam(param, 'url_invalid', 'Not a valid URL')
  return value
}

export const emailAddress: Reader<string> = (wire, param) => {
  const value = text(800)(wire, param)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) throw badParam(param, 'email_invalid', `Invalid email address: ${value}`)
  return value
}

export const list =
  <T>(read: Reader<T>, max = 100): Reader<T[]> =>
  (wire, param) => {
    if (wire === undefined) throw unsent(param)
    if (typeof wire === 'string') throw badParam(param, undefined, 'Invalid array')
    const keys = Object.keys(wire)
    if (keys.some((key, index) => key !== String(index))) throw badParam(param, undefined, 'Invalid array')
    if (keys.length > max) throw badParam(param, undefined, `Array ${param} exceeded maximum ${max} allowed elements.`)
    return keys.map((key) => read(wire[key], `${param}[${key}]`))
  }

/** A nested object; a name that `fields` doesn't list is refused. The outermost has the empty `param`. */
export const shape =
  <S extends Record<string, Reader<unknown>>>(fields: S): Reader<{ [K in keyof S]: ReturnType<S[K]> }> =>
  (wire, param) => {
    if (wire === undefined) throw unsent(param)
    if (typeof wire === 'string') throw badParam(param, undefined, 'Invalid object')
    const nameOf = (key: string) => (param === '' ? key : `${param}[${key}]`)
    const unknown = Object.keys(wire).filter((key) => !Object.hasOwn(fields, key))
    if (unknown.length > 0) {
      const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.map(nameOf).join(', ')}`
      throw badParam(nameOf(unknown[0]!), 'parameter_unknown', message)
    }
    return Object.fromEntries(Object.entries(fields).map(([key, read]) => [key, read(wire[key], nameOf(key))])) as {
      [K in keyof S]: ReturnType<S[K]>
    }
  }

/** At most 50 texts of 500 characters under names of 40; an empty text removes the name. */
export const metadata: Reader<Record<string, string>> = (wire, param) => {
  if (wire === undefined || wire === '') return {}
  if (typeof wire === 'string') throw badParam(param, undefined, 'Invalid object')
  const entries = Object.entries(wire)
  if (entries.length > 50) throw badParam(param, undefined, 'Metadata can have up to 50 keys.')
  for (const [key, value] of entries) {
    const name = `${param}[${key}]`
    if (typeof value !== 'string') throw badParam(name, undefined, 'Metadata values must be strings.')
    if (key.length > 40) throw badParam(name, undefined, `Metadata keys can be up to 40 characters long; '${key.slice(0, 20)}…' is longer.`)
    if (value.length > 500) throw badParam(name, undefined, 'Metadata values can have up to 500 characters.')
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>
}

/** Every call takes `expand`: paths of references to be answered as whole objects. */
export const expandPaths: Reader<string[]> = (wire, param) => (wire === undefined ? [] : list(text(200), 20)(wire, param))
