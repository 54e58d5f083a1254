import { hash } from 'node:crypto'

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/
const marks = /[\u0300-\u036f]/g

/** Letters and punctuation that no normalization form decomposes. */
const replacements: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ', ŋ: 'n', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ '’': "'", '‘': "'", '‚': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
}
const replaced = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g')

/**
 * Folds a text as search entries and search terms are compared: without accents, in lower case, with spaces for all white space. Most texts are plain ASCII,
 * which is fast. It leaves no ø and no þ, which mark tokens in entries.
 */
export const fold = (text: string): string => {
  const plain = ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(marks, '')
        .replace(replaced, (letter) => replacements[letter]!)
  return plain.replace(/\s/g, ' ')
}

/** The same with single spaces between words, for short texts. */
export const foldWords = (text: string): string => fold(text).replace(/ +/g, ' ').trim()

/** Replaces everything that separates words with spaces. */
export const separateWords = (folded: string): string => folded.replace(/[\s.,;:!?()[\]{}"'/\\|@&+*#_=<>~`^%$\-·…]/g, ' ')

/** A single rare token for a whole text, however common its words are. */
export const toToken = (folded: string): string => `þ${hash('md5', folded).slice(0, 8)}`

/** The token of entries with an amount. @param amount decimal text with two decimals */
export const toAmountToken = (amount: string): string => toToken(`$${amount}`)
