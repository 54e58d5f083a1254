import { maxCents, parseCents, toDecimal } from '#shared/money.ts'

/** More words than these change nothing any more. */
const mostWords = 12

/** What a search is for. `folded` is the text without accents and in lower case, as the database folds it. */
export type SearchTerms = { folded: string; words: string[] }

/** @param folded with single spaces between its words */
export const parseTerms = (folded: string): SearchTerms => ({
  folded,
  words: [...new Set(folded.split(' '))].filter((word) => word !== '').slice(0, mostWords),
})

/** So that LIKE takes every character as it is. */
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const ascii = /^[\x20-\x7e]*$/

/**
 * What a record must say to be found by this word: anywhere if it is long enough to mean something, else at the beginning of a word. Two letters of a
 * script that writes without spaces may stand anywhere too.
 */
export const toContentPattern = (word: string): string =>
  word.length > 2 || !ascii.test(word) ? `%${escaped(word)}%` : `% ${escaped(word)}%`

/** The same of the title alone, whose words are marked with an ø; see the migration that makes the entries. */
export const toTitleWordPattern = (word: string): string => `% ø${escaped(word)}%`

/** How an entry begins whose title begins with this. */
export const toTitlePrefix = (folded: string): string => ` ø${folded.replaceAll(' ', ' ø')}`

/** Holds the one word that stands for a whole title or an amount. */
export const toExactWordPattern = (whole: string): string => `% ${whole} %`

const plainNumber = /^\$?\d{1,8}(\.\d{0,2})?$/
const groupedNumber = /^\$?\d{1,3}(,\d{3}){1,3}(\.\d{0,2})?$/

/** '$1,234.5' is '1234.50'; null for what is no amount. */
export const parseAmount = (word: string): string | null => {
  if (!plainNumber.test(word) && !groupedNumber.test(word)) return null
  const amount = parseCents(word.replace(/[$,]/g, ''))
  return amount > maxCents ? null : toDecimal(amount)
}
