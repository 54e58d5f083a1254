const toDigits = (text) => text.replace(/\D/g, '')

/** '4242424242424242' -> '4242 4242 4242 4242' */
export const formatNumber = (text) =>
  toDigits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** '4' -> '04 / ', '0431' -> '04 / 31'. With `isShorter`, after a deletion, nothing is inserted. */
export const formatExpiry = (text, isShorter = false) => {
  let digits = toDigits(text).slice(0, 4)
  if (/^[2-9]/.test(digits) && !isShorter) digits = `0${digits}`.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && isShorter)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

const isLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const numberProblem = (digits) => {
  if (digits.length < 12) return ['incomplete_number', 'Your card number is incomplete.']
  return isLuhn(digits) ? null : ['invalid_number', 'Your card number is invalid.']
}
const expiryProblem = (digits) => {
  if (digits.length < 4) return ['incomplete_expiry', "Your card's expiration date is incomplete."]
  const month = Number(digits.slice(0, 2))
  return month >= 1 && month <= 12 ? null : ['invalid_expiry_month', "Your card's expiration month is invalid."]
}
const cvcProblem = (digits) => (digits.length < 3 ? ['incomplete_cvc', "Your card's security code is incomplete."] : null)

/** The entered card: { problems, isEmpty, card }. A problem is [code, message]. Past dates are refused by the server, by its clock. */
export const parseCardInput = ({ number, expiry, cvc }) => {
  const [digits, date, code] = [toDigits(number), toDigits(expiry), toDigits(cvc)]
  const found = { number: numberProblem(digits), expiry: expiryProblem(date), cvc: cvcProblem(code) }
  return {
    problems: Object.fromEntries(Object.entries(found).filter(([, problem]) => problem)),
    isEmpty: digits === '' && date === '' && code === '',
    card: { number: digits, exp_month: Number(date.slice(0, 2)), exp_year: Number(date.slice(2)), cvc: code },
  }
}
