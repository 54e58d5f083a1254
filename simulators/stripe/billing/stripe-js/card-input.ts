import { integer, optional, shape, text } from '#simulators/stripe/core/params.ts'
import type { CardDetails } from '#simulators/stripe/core/state.ts'
import { type Decline, getCardBrand, isValidCardNumber } from '#simulators/stripe/payments/cards.ts'

export const cardParams = shape({
  number: text(40),
  exp_month: integer(0, 99),
  exp_year: integer(0, 9999),
  cvc: optional(text(10)),
})
type CardInput = ReturnType<typeof cardParams>

const invalid = (field: 'number' | 'expiry' | 'cvc', code: string, message: string): Decline => ({ field, code, message })

const findProblem = (digits: string, { exp_month: month, exp_year: year, cvc = '' }: CardInput, now: Date): Decline | null => {
  if (!isValidCardNumber(digits)) return invalid('number', 'incorrect_number', 'Your card number is incorrect.')
  if (month < 1 || month > 12) return invalid('expiry', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  const months = (year < 100 ? 2000 + year : year) * 12 + month - 1 - (now.getUTCFullYear() * 12 + now.getUTCMonth())
  if (months < 0 || months > 50 * 12) return invalid('expiry', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  return /^\d{3,4}$/.test(cvc) ? null : invalid('cvc', 'invalid_cvc', "Your card's security code is invalid.")
}

type Validation = { number: string; card: CardDetails } | { decline: Decline }

/** `number` is only for looking up the test card's behavior and is never stored. */
export const validateCardInput = (input: CardInput, cardholder: { name: string; email: string | null }, now: Date): Validation => {
  const number = input.number.replace(/[\s-]/g, '')
  const decline = findProblem(number, input, now)
  if (decline) return { decline }
  const expYear = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year
  return { number, card: { brand: getCardBrand(number), last4: number.slice(-4), expMonth: input.exp_month, expYear, ...cardholder } }
}
