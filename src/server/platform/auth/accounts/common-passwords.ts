import { readFileSync } from 'node:fs'

// The 10,000 most common of at least eight characters, in lower case, most common first: of the list of @zxcvbn-ts/language-common 4.1.3 (MIT).
let common: Set<string> | undefined
const isCommon = (password: string): boolean => {
  common ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return common.has(password)
}

/** What whoever wants in tries first at this product. */
const ownWords = ['billfold', 'invoice', 'invoices', 'invoicing', 'bookkeeping', 'password', 'passwort', 'welcome', 'admin']

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

/** The letters alone, without what people put around a word: 'Billfold2026!' is 'billfold'. */
const bare = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+/gu, '')

const isMadeOf = (letters: string, words: readonly string[]): boolean =>
  letters === '' || words.some((word) => letters.startsWith(word) && isMadeOf(letters.slice(word.length), words))

/**
 * Whether a password is among those that are tried first.
 * @param about what is known of whose it is: names, the e-mail address
 * @returns undefined, or a sentence for whoever typed it
 */
export const describeWeakPassword = (password: string, about: readonly string[] = []): string | undefined => {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain))
    return 'This password is one of the most common. Choose another one, like three words that have nothing to do with each other'
  const letters = bare(plain)
  // Digits alone are no words: those that are common stand in the list.
  if (letters !== '' && isMadeOf(letters, [...ownWords, ...about.flatMap(wordsOf)]))
    return 'This password is made of words that others guess first, like your name or that of this product. Choose another one'
  return undefined
}
