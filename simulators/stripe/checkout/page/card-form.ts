import type { CardDetails } from '#simulators/stripe/core/state.ts'
import { getCardBrand, isValidCardNumber } from '#simulators/stripe/payments/cards.ts'

export type Field = 'email' | 'number' | 'expiry' | 'cvc' | 'name'
export type CardInput = Record<Field, string>
export type FieldErrors = Partial<Record<Field, string>>
export type CardValidation = { ok: true; number: string; card: CardDetails & { email: string } } | { ok: false; errors: FieldErrors }

export const emptyCardInput: CardInput = { email: '', number: '', expiry: '', cvc: '', name: '' }

export const parseCardForm = (form: URLSearchParams): CardInput => {
  const field = (name: Field) => (form.get(name) ?? '').trim().slice(0, 200)
  return { email: field('email'), number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') }
}

/** '4 / 31', '04/31', '0431' or '04/2031' -> month 4, year 2031 */
const parseExpiry = (text: string): { month: number; year: number } | null => {
  const [, month, year] = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})\s?(\d{2}|\d{4})$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

const numberError = (digits: string) => {
  if (digits === '') return 'Enter a card number.'
  return isValidCardNumber(digits) ? undefined : 'This card number is not valid. Check the digits, or use 4242 4242 4242 4242.'
}

const expiryError = (text: string, now: Date) => {
  const expiry = parseExpiry(text)
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

export const getEmailError = (text: string): string | undefined => {
  if (text === '') return 'Enter the email address for the receipt.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'This email address is not complete, for example name@example.com.'
}

/** `number` is only for looking up the test card's behavior and is never stored. */
export const validateCard = (input: CardInput, now: Date): CardValidation => {
  const digits = input.number.replace(/[\s-]/g, '')
  const found = {
    email: getEmailError(input.email),
    number: numberError(digits),
    expiry: expiryError(input.expiry, now),
    cvc: cvcError(input.cvc),
    name: input.name === '' ? 'Enter the name on the card.' : undefined,
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as FieldErrors
  const expiry = parseExpiry(input.expiry)
  if (Object.keys(errors).length > 0 || !expiry) return { ok: false, errors }
  const card = {
    brand: getCardBrand(digits),
    last4: digits.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    name: input.name,
    email: input.email,
  }
  return { ok: true, number: digits, card }
}
