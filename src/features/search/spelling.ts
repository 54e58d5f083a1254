import type { UserDb } from '#server/platform/db/client.ts'
import { getPrefixEditDistances } from './edit-distance.ts'
import type { SearchTerms } from './patterns.ts'

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
