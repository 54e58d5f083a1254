import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const minPasswordLength = 8
export const maxPasswordLength = 200

/** Different keyboards may produce different code points for the same password. */
const normalize = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hash(normalize(password), parameters)

let dummyHash: Promise<string> | undefined
/** Null is for an account that doesn't exist: verification then takes as long, so that the time does not reveal it. */
export const isPasswordCorrect = async (passwordHash: string | null, password: string): Promise<boolean> => {
  dummyHash ??= hash(randomBytes(24).toString('hex'), parameters)
  const matches = await verify(passwordHash ?? (await dummyHash), normalize(password))
  return passwordHash !== null && matches
}
/** So that the first unknown email does not take longer either. */
export const warmUpPasswordHashing = async () => {
  await isPasswordCorrect(null, '')
}

// The 10,000 most common passwords of at least eight characters, in lower case, from @zxcvbn-ts/language-common 4.1.3 (MIT).
let commonPasswords: Set<string> | undefined
const isCommon = (password: string): boolean => {
  commonPasswords ??= new Set(
    readFileSync(new URL(import.meta.resolve('#server/platform/auth/accounts/common-passwords.txt')), 'utf8').split('\n'),
  )
  return commonPasswords.has(password)
}

/** Words that an attacker tries first at this product. */
const productWords = ['billfold', 'invoice', 'invoices', 'invoicing', 'bookkeeping', 'password', 'passwort', 'welcome', 'admin']

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

/** The letters without digits and punctuation: 'Billfold2026!' becomes 'billfold'. */
const keepLetters = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+/gu, '')

const consistsOf = (letters: string, words: readonly string[]): boolean =>
  letters === '' || words.some((word) => letters.startsWith(word) && consistsOf(letters.slice(word.length), words))

/**
 * Checks whether a password would be guessed early.
 * @param personalTexts what is known about the user: names and email
 * @returns undefined for a good password, otherwise a sentence that says what is wrong
 */
export const describeWeakPassword = (password: string, personalTexts: readonly string[] = []): string | undefined => {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return 'This password is one of the most common. Choose another one, such as three unrelated words'
  const letters = keepLetters(plain)
  // Passwords of digits only are covered by the list.
  if (letters !== '' && consistsOf(letters, [...productWords, ...personalTexts.flatMap(splitWords)]))
    return "This password is easy to guess: it consists of your name or the product's name. Choose another one"
  return undefined
}
