import { integer, optional, shape, text } from '#simulators/stripe/core/params.ts'
import type { UsedCard } from '#simulators/stripe/core/state.ts'
import { brandOf, isCardNumber, type Refusal } from '#simulators/stripe/payments/cards.ts'

/** A card as browsers send it. */
export const cardParams = shape({
  number: text(40),
  exp_month: integer(0, 99),
  exp_year: integer(0, 9999),
  cvc: optional(text(10)),
})
type TypedCard = ReturnType<typeof cardParams>

const wrong = (field: 'number' | 'expiry' | 'cvc', code: string, message: string): Refusal => ({ field, code, message })

const problemOf = (digits: string, { exp_month: month, exp_year: year, cvc = '' }: TypedCard, now: Date): Refusal | null => {
  if (!isCardNumber(digits)) return wrong('number', 'incorrect_number', 'Your card number is incorrect.')
  if (month < 1 || month > 12) return wrong('expiry', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  const months = (year < 100 ? 2000 + year : year) * 12 + month - 1 - (now.getUTCFullYear() * 12 + now.getUTCMonth())
  if (months < 0 || months > 50 * 12) return wrong('expiry', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  return /^\d{3,4}$/.test(cvc) ? null : wrong('cvc', 'invalid_cvc', "Your card's security code is invalid.")
}

type Read = { number: string; card: UsedCard } | { refusal: Refusal }

/** Checks what was typed. `number` is handed on to look up how the card behaves and must go no further; `now` decides what is past. */
export const readTypedCard = (typed: TypedCard, owner: { name: string; email: string | null }, now: Date): Read => {
  const number = typed.number.replace(/[\s-]/g, '')
  const refusal = problemOf(number, typed, now)
  if (refusal) return { refusal }
  const expYear = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year
  return { number, card: { brand: brandOf(number), last4: number.slice(-4), expMonth: typed.exp_month, expYear, ...owner } }
}
