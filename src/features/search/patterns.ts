import { maxAmount } from '#shared/amount-limits.ts'
import { parseAmount, toDecimal } from '#shared/money.ts'

const maxTerms = 12

/** `folded` is without accents and in lower case, as entries are folded. */
export type SearchTerms = { folded: string; words: string[] }

/** @param folded with single spaces between words */
export const parseTerms = (folded: string): SearchTerms => ({
  folded,
  words: [...new Set(folded.split(' '))].filter((word) => word !== '').slice(0, maxTerms),
})

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const ascii = /^[\x20-\x7e]*$/

/**
 * Anywhere if the word has more than two letters, else at the start of a word. Two letters of a script without spaces may be anywhere too.
 */
export const toContentPattern = (word: string): string =>
  word.length > 2 || !ascii.test(word) ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`

/** The index marks words of titles with an ø; see `domain/search/body.ts`. */
export const toTitleWordPattern = (word: string): string => `% ø${escapeLike(word)}%`

export const toTitlePrefix = (folded: string): string => ` ø${folded.replaceAll(' ', ' ø')}`

/** The single token that stands for a whole title or an amount. */
export const toExactWordPattern = (whole: string): string => `% ${whole} %`

const plainNumber = /^\p{Sc}?\d{1,13}(\.\d{0,2})?$/u
const groupedNumber = /^\p{Sc}?\d{1,3}(,\d{3}){1,4}(\.\d{0,2})?$/u

const decimalComma = /^(\p{Sc}?)(\d{1,3}(?:\.\d{3})*|\d{1,13}),(\d{1,2})$/u

/** '$1,234.5' and '1.234,50' -> '1234.50'. */
export const parseTypedAmount = (typed: string): string | null => {
  const word = typed.replace(
    decimalComma,
    (_, symbol: string, whole: string, decimals: string) => `${symbol}${whole.replaceAll('.', '')}.${decimals}`,
  )
  if (!plainNumber.test(word) && !groupedNumber.test(word)) return null
  const amount = parseAmount(word.replace(/[\p{Sc},]/gu, ''))
  return amount > maxAmount ? null : toDecimal(amount)
}
