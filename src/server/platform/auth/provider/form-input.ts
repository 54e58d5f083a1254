import { z } from 'zod'
import { describeWeakPassword, maxPasswordLength, minPasswordLength } from '#server/platform/auth/accounts/passwords.ts'
import type { CreateAccountErrors } from '#server/platform/auth/pages/sign-in-pages.ts'

const maxNameLength = 100
const emailSchema = z.email()

const getLine = (form: URLSearchParams, name: string) => (form.get(name) ?? '').trim().normalize('NFC')
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const hasControlCharacter = (text: string) => /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)

const validateName = (label: string, name: string) => {
  if (name === '') return `${label} is required`
  if ([...name].length > maxNameLength) return `${label} may have at most ${maxNameLength} characters`
  return hasControlCharacter(name) ? `${label} contains a character that can't be used in a name` : undefined
}

const validateEmail = (email: string) => {
  if (email === '') return 'Email is required'
  return email.length <= 254 && emailSchema.safeParse(email).success ? undefined : 'Enter an email address like name@example.com'
}

const validatePassword = (password: string, personalTexts: readonly string[] = []) => {
  const length = [...password].length
  if (length === 0) return 'Password is required'
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters`
  return length > maxPasswordLength ? `Use at most ${maxPasswordLength} characters` : describeWeakPassword(password, personalTexts)
}

export const parseSignInForm = (form: URLSearchParams) => {
  const input = { email: getLine(form, 'email'), password: form.get('password') ?? '' }
  const errors: { email?: string; password?: string } = {}
  const emailError = validateEmail(input.email)
  if (emailError) errors.email = emailError
  if (input.password === '') errors.password = 'Password is required'
  // No password can be longer, so hashing more of it would be wasted work.
  return { input: { ...input, password: input.password.slice(0, maxPasswordLength * 4) }, errors }
}

export const parseCreateAccountForm = (form: URLSearchParams) => {
  const input = {
    firstName: getLine(form, 'firstName'),
    lastName: getLine(form, 'lastName'),
    email: getLine(form, 'email'),
    password: form.get('password') ?? '',
  }
  const results = {
    firstName: validateName('First name', input.firstName),
    lastName: validateName('Last name', input.lastName),
    email: validateEmail(input.email),
    password: validatePassword(input.password, [input.firstName, input.lastName, input.email]),
  }
  const errors = Object.fromEntries(Object.entries(results).filter(([, error]) => error !== undefined)) as CreateAccountErrors
  return { input, errors }
}

export const parseEmailForm = (form: URLSearchParams) => {
  const email = getLine(form, 'email')
  return { email, error: validateEmail(email) }
}

export const parseNewPasswordForm = (form: URLSearchParams) => {
  const password = form.get('password') ?? ''
  return { password, error: validatePassword(password) }
}
