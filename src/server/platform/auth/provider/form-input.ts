import { z } from 'zod'
import { describeWeakPassword } from '#server/platform/auth/accounts/common-passwords.ts'
import { maxPasswordLength, minPasswordLength } from '#server/platform/auth/accounts/passwords.ts'
import type { CreateAccountErrors } from '#server/platform/auth/pages/create-account-page.ts'

const longestName = 100
const email = z.email()

/** A typed line of text: trimmed, in one normal form. */
const line = (form: URLSearchParams, name: string) => (form.get(name) ?? '').trim().normalize('NFC')
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const hasControl = (text: string) => /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)

const nameError = (label: string, name: string) => {
  if (name === '') return `${label} is required`
  if ([...name].length > longestName) return `${label} may have at most ${longestName} characters`
  return hasControl(name) ? `${label} holds a character that can't be used in a name` : undefined
}

const emailError = (text: string) => {
  if (text === '') return 'E-mail is required'
  return text.length <= 254 && email.safeParse(text).success ? undefined : 'Enter an e-mail address like name@example.com'
}

const passwordError = (password: string, about: readonly string[] = []) => {
  const length = [...password].length
  if (length === 0) return 'Password is required'
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters`
  return length > maxPasswordLength ? `Use at most ${maxPasswordLength} characters` : describeWeakPassword(password, about)
}

export const parseSignInForm = (form: URLSearchParams) => {
  const typed = { email: line(form, 'email'), password: form.get('password') ?? '' }
  const errors: { email?: string; password?: string } = {}
  const wrongEmail = emailError(typed.email)
  if (wrongEmail) errors.email = wrongEmail
  if (typed.password === '') errors.password = 'Password is required'
  // A password longer than any that can be set is not worth the work of hashing.
  return { typed: { ...typed, password: typed.password.slice(0, maxPasswordLength * 4) }, errors }
}

export const parseCreateAccountForm = (form: URLSearchParams) => {
  const typed = {
    firstName: line(form, 'firstName'),
    lastName: line(form, 'lastName'),
    email: line(form, 'email'),
    password: form.get('password') ?? '',
  }
  const found = {
    firstName: nameError('First name', typed.firstName),
    lastName: nameError('Last name', typed.lastName),
    email: emailError(typed.email),
    password: passwordError(typed.password, [typed.firstName, typed.lastName, typed.email]),
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined)) as CreateAccountErrors
  return { typed, errors }
}

/** The address that a link is asked for. */
export const parseEmailForm = (form: URLSearchParams) => {
  const email = line(form, 'email')
  return { email, error: emailError(email) }
}

export const parseNewPasswordForm = (form: URLSearchParams) => {
  const password = form.get('password') ?? ''
  return { password, error: passwordError(password) }
}
