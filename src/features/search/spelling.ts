import type { UserDb } from '#server/platform/db/client.ts'
import type { SearchTerms } from './patterns.ts'

/**
 * Damerau-Levenshtein distances (insertions, deletions, substitutions and swaps of neighbors): element `n` is for the first `n` letters of
 * `word`. Only a band around the diagonal is computed, so that thousands of long words are cheap.
 * @param maxDistance larger distances are not computed exactly: the result is then more than it, or Infinity
 */
export const getPrefixEditDistances = (typed: string, word: string, maxDistance: number): number[] => {
  const createInfiniteRow = () => new Array<number>(word.length + 2).fill(Number.POSITIVE_INFINITY)
  // Rows of the usual matrix: for the first i letters of `typed`. A swap needs the row before the previous one. Cells further than
  // `maxDistance` from the diagonal stay infinite.
  let [twoAbove, above, row] = [createInfiniteRow(), createInfiniteRow(), createInfiniteRow()]
  for (let j = 0; j <= Math.min(maxDistance, word.length); j++) above[j] = j
  for (let i = 1; i <= typed.length; i++) {
    const [first, last] = [Math.max(i - maxDistance, 0), Math.min(i + maxDistance, word.length)]
    if (first > word.length) return createInfiniteRow()
    let smallest = Number.POSITIVE_INFINITY
    if (first > 0) row[first - 1] = Number.POSITIVE_INFINITY
    for (let j = first; j <= last; j++) {
      let least = above[j]! + 1
      if (j > 0) {
        const same = typed[i - 1] === word[j - 1]
        least = Math.min(least, row[j - 1]! + 1, above[j - 1]! + Number(!same))
        if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) least = Math.min(least, twoAbove[j - 2]! + 1)
      }
      row[j] = least
      smallest = Math.min(smallest, least)
    }
    row[last + 1] = Number.POSITIVE_INFINITY
    if (smallest > maxDistance) return createInfiniteRow()
    ;[twoAbove, above, row] = [above, row, twoAbove]
  }
  // Cells before the band are left over from earlier rows.
  return above.map((edits, n) => (n < typed.length - maxDistance ? Number.POSITIVE_INFINITY : edits))
}

/** Shorter words are similar to too many others. */
const minLength = 4
const twoErrorLength = 8
const maxSpellings = 3
/** A text with more unknown words is not a misspelling. */
const maxUnknownWords = 3
const maxSimilar = 5000
/** Sorts after all words with the same prefix. */
const lastCharacter = '\u{10ffff}'

const isWord = (word: string) => word.length >= minLength && /^\p{L}+$/u.test(word)
const getAllowedEdits = (word: string) => (word.length < twoErrorLength ? 1 : 2)
/** Chosen such that an error between prefix and suffix, or in one of them, leaves the other unchanged. */
const getKeptLengths = (word: string) => Math.min(Math.floor((word.length - 1) / 2), 3)

const unknownWordsQuery = `
  select typed from unnest($2::text[]) as typed
  where not exists (select from search_words w where w.user_id = $1 and w.word >= typed and w.word < typed || '${lastCharacter}')`

// The index also contains each word backwards after a '~', so that words with the same suffix are adjacent.
const similarWordsQuery = `
  select each.typed, near.word from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[]) as each(typed, head, tail, least, most)
  cross join lateral (
    (select w.word from search_words w where w.user_id = $1 and w.word >= each.head and w.word < each.head || '${lastCharacter}'
       and length(w.word) >= each.least limit ${maxSimilar})
    union
    (select reverse(substr(w.word, 2)) from search_words w where w.user_id = $1 and w.word >= '~' || each.tail and w.word < '~' || each.tail || '${lastCharacter}'
       and length(w.word) - 1 between each.least and each.most limit ${maxSimilar})
  ) near`

/** Unknown words are replaced by similar words that occur, most likely first. */
export const correctSpelling = async (db: UserDb, { words }: SearchTerms): Promise<string[]> => {
  const asked = words.filter(isWord)
  if (asked.length === 0) return []
  const unknownWords = (await db.rows<{ typed: string }>(unknownWordsQuery, [db.userId, asked], 'search.unknown')).map(({ typed }) => typed)
  if (unknownWords.length === 0 || unknownWords.length > maxUnknownWords) return []
  const rows = await db.rows<{ typed: string; word: string }>(
    similarWordsQuery,
    [
      db.userId,
      unknownWords,
      unknownWords.map((word) => word.slice(0, getKeptLengths(word))),
      unknownWords.map((word) => [...word].toReversed().join('').slice(0, getKeptLengths(word))),
      unknownWords.map((word) => word.length - getAllowedEdits(word)),
      unknownWords.map((word) => word.length + getAllowedEdits(word)),
    ],
    'search.alike',
  )
  const candidates = new Map(
    unknownWords.map((typed) => [
      typed,
      nearest(
        typed,
        rows.flatMap((row) => (row.typed === typed ? [row.word] : [])),
      ),
    ]),
  )
  if ([...candidates.values()].some((spellings) => spellings.length === 0)) return []
  // A single unknown word has several candidates; of several words each has its best one.
  const alternatives = unknownWords.length === 1 ? candidates.get(unknownWords[0]!)!.length : 1
  return Array.from({ length: alternatives }, (_, i) => words.map((word) => candidates.get(word)?.[i] ?? word).join(' '))
}

/** A typed word can be similar to the whole word or to a prefix of it. Most similar first. */
const nearest = (typed: string, words: readonly string[]): string[] => {
  const findSimilarWords = getAllowedEdits(typed)
  return words
    .map((word) => {
      const edits = getPrefixEditDistances(typed, word, findSimilarWords)
      const whole = edits[word.length]!
      const begun = Math.min(...[-1, 0, 1].map((more) => edits[Math.min(typed.length + more, word.length)]!))
      return { word, edits: Math.min(whole, begun + 0.5) }
    })
    .filter(({ edits }) => edits <= findSimilarWords + 0.5)
    .toSorted(
      (a, b) => a.edits - b.edits || Number(b.word[0] === typed[0]) - Number(a.word[0] === typed[0]) || a.word.length - b.word.length,
    )
    .slice(0, maxSpellings)
    .map(({ word }) => word)
}
