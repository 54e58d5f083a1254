import type { UsedCard } from '#simulators/stripe/core/state.ts'
import { brandOf, isCardNumber } from '#simulators/stripe/payments/cards.ts'

export type Field = 'email' | 'number' | 'expiry' | 'cvc' | 'name'
export type Typed = Record<Field, string>
export type FieldErrors = Partial<Record<Field, string>>
export type ReadCard = { ok: true; number: string; card: UsedCard & { email: string } } | { ok: false; errors: FieldErrors }

export const nothingTyped: Typed = { email: '', number: '', expiry: '', cvc: '', name: '' }

/** What was typed into the form, trimmed and cut to a sane length. */
export const typedFrom = (form: URLSearchParams): Typed => {
  const field = (name: Field) => (form.get(name) ?? '').trim().slice(0, 200)
  return { email: field('email'), number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') }
}

/** '4 / 31', '04/31', '0431', '04/2031' -> month 4, year 2031. */
const readExpiry = (text: string): { month: number; year: number } | null => {
  const [, month, year] = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})\s?(\d{2}|\d{4})$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

const numberError = (digits: string) => {
  if (digits === '') return 'Enter a card number.'
  return isCardNumber(digits) ? undefined : 'This card number is not valid. Check the digits, or use 4242 4242 4242 4242.'
}

const expiryError = (text: string, now: Date) => {
  const expiry = readExpiry(text)
  if (text === '') return 'Enter the expiry date as month and year.'
  if (!expiry) return 'This is not a month and year. Write it as MM / YY, for example 04 / 31.'
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const last = expiry.year * 12 + expiry.month - 1
  if (last < current) return 'This date is in the past. Use any later month.'
  return last > current + 50 * 12 ? 'This year is too far ahead. Write it as MM / YY.' : undefined
}

const cvcError = (text: string) => {
  if (text === '') return 'Enter the security code; any three digits will do here.'
  return /^\d{3,4}$/.test(text) ? undefined : 'A security code is three or four digits.'
}

/** Why an address won't do, or undefined. */
export const emailError = (text: string): string | undefined => {
  if (text === '') return 'Enter the e-mail address for the receipt.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'This e-mail address is not complete, for example name@example.com.'
}

/** Checks the form. `number` is handed on to look up how the card behaves and must go no further; `now` decides what is past. */
export const readCard = (typed: Typed, now: Date): ReadCard => {
  const digits = typed.number.replace(/[\s-]/g, '')
  const found = {
    email: emailError(typed.email),
    number: numberError(digits),
    expiry: expiryError(typed.expiry, now),
    cvc: cvcError(typed.cvc),
    name: typed.name === '' ? 'Enter the name on the card.' : undefined,
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as FieldErrors
  const expiry = readExpiry(typed.expiry)
  if (Object.keys(errors).length > 0 || !expiry) return { ok: false, errors }
  const card = {
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    name: typed.name,
    email: typed.email,
  }
  return { ok: true, number: digits, card }
}
