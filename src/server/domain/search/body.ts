import { fold, foldWords, separateWords, toAmountToken, toToken } from './fold.ts'

// The searched text of an entry has one line for each of these, all of it folded. Folding leaves no ø and no þ, so these letters are free for marks that no
// user can type:
//   1. the words of the title, each after an ø,
//   2. the parts of the title ('inv-0042' has inv, 0042 and 42), each after an ø; the whole title and the amount, each as a þ and a hash,
//   3. all words of the title and of other texts,
//   4. names; for a document those of its customer,
//   5. for a document whose customer is called otherwise by now: the current names.
// A LIKE with a few trigrams then finds titles and amounts without reading every entry that merely mentions them, and the names of a customer's documents are
// changed without their other texts.

/** The text of an entry. */
export type SearchedText = {
  title: string
  /** Other texts: notes, lines. */
  more: readonly (string | null)[]
  names: readonly (string | null)[]
  /** As decimal text with two decimals. */
  amount: string | null
}

/** A document may have a thousand lines of two thousand characters; only the beginning is searched. */
const maxLength = 100_000

const joinTexts = (texts: readonly (string | null)[]) => texts.filter((text) => text).join(' ')

/** Builds the line of an entry's names. */
export const buildNameLine = (names: readonly (string | null)[]): string => {
  const folded = fold(joinTexts(names))
  const separated = separateWords(folded)
  return separated === folded ? ` ${folded} ` : ` ${folded} ${separated} `
}

/** Builds an entry's searched text; that of a document lacks the fifth line. */
export const buildBody = ({ title, more, names, amount }: SearchedText): string => {
  const folded = foldWords(title)
  const separated = separateWords(folded).replace(/ +/g, ' ').trim()
  const parts = separated === folded ? '' : ` ${separated} ${separated.replace(/(?<![^ ])0+(?=[1-9])/g, '')}`
  const tokens = `${toToken(folded)}${amount === null ? '' : ` ${toAmountToken(amount)}`}`
  // The cut may leave half of a character.
  const text = fold(
    joinTexts([title, ...more])
      .slice(0, maxLength)
      .toWellFormed(),
  )
  return [` ø${folded.replaceAll(' ', ' ø')}`, `${parts.replaceAll(' ', ' ø')} ${tokens} `, ` ${text}${parts} `, buildNameLine(names)].join(
    '\n',
  )
}
