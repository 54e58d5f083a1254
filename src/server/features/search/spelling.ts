import type { UserDb } from '#server/platform/db/client.ts'
import { getPrefixEditDistances } from './edit-distance.ts'
import type { SearchTerms } from './patterns.ts'

/** Words of fewer letters are too near to too many others. */
const shortest = 4
/** From so many letters on, two slips may be one word's. */
const long = 8
/** Other spellings of one word that are tried in turn. */
const mostSpellings = 3
/** Of a text with more words that don't occur, none is a slip: it is another text. */
const mostOdd = 3
/** Words that begin or end alike, of which the nearest are taken. */
const mostAlike = 5000
/** Sorts behind all that begins with the same. */
const last = '\u{10ffff}'

const isWord = (word: string) => word.length >= shortest && /^\p{L}+$/u.test(word)
const reach = (word: string) => (word.length < long ? 1 : 2)
/** So many letters at its beginning and at its end that a slip between them, or at one of them, leaves the other as it was. */
const kept = (word: string) => Math.min(Math.floor((word.length - 1) / 2), 3)

const unknown = `
  select typed from unnest($2::text[]) as typed
  where not exists (select from search_words w where w.user_id = $1 and w.word >= typed and w.word < typed || '${last}')`

// Each word is there backwards too, behind a '~': those that end alike stand together there.
const alike = `
  select each.typed, near.word from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[]) as each(typed, head, tail, least, most)
  cross join lateral (
    (select w.word from search_words w where w.user_id = $1 and w.word >= each.head and w.word < each.head || '${last}'
       and length(w.word) >= each.least limit ${mostAlike})
    union
    (select reverse(substr(w.word, 2)) from search_words w where w.user_id = $1 and w.word >= '~' || each.tail and w.word < '~' || each.tail || '${last}'
       and length(w.word) - 1 between each.least and each.most limit ${mostAlike})
  ) near`

/** The same text with words that occur, in place of those that don't but are spelt nearly like one; the likeliest first. None when there is nothing to mend. */
export const correctSpelling = async (db: UserDb, { words }: SearchTerms): Promise<string[]> => {
  const asked = words.filter(isWord)
  if (asked.length === 0) return []
  const odd = (await db.rows<{ typed: string }>(unknown, [db.userId, asked], 'search.unknown')).map(({ typed }) => typed)
  if (odd.length === 0 || odd.length > mostOdd) return []
  const rows = await db.rows<{ typed: string; word: string }>(
    alike,
    [
      db.userId,
      odd,
      odd.map((word) => word.slice(0, kept(word))),
      odd.map((word) => [...word].toReversed().join('').slice(0, kept(word))),
      odd.map((word) => word.length - reach(word)),
      odd.map((word) => word.length + reach(word)),
    ],
    'search.alike',
  )
  const near = new Map(
    odd.map((typed) => [
      typed,
      nearest(
        typed,
        rows.flatMap((row) => (row.typed === typed ? [row.word] : [])),
      ),
    ]),
  )
  if ([...near.values()].some((spellings) => spellings.length === 0)) return []
  // One odd word has several chances; of several each has its best.
  const chances = odd.length === 1 ? near.get(odd[0]!)!.length : 1
  return Array.from({ length: chances }, (_, i) => words.map((word) => near.get(word)?.[i] ?? word).join(' '))
}

/** Words within reach of what was typed, as a whole or as the beginning of a longer one that is still being typed; the nearest first. */
const nearest = (typed: string, words: readonly string[]): string[] => {
  const within = reach(typed)
  return words
    .map((word) => {
      const edits = getPrefixEditDistances(typed, word, within)
      const whole = edits[word.length]!
      const begun = Math.min(...[-1, 0, 1].map((more) => edits[Math.min(typed.length + more, word.length)]!))
      return { word, edits: Math.min(whole, begun + 0.5) }
    })
    .filter(({ edits }) => edits <= within + 0.5)
    .toSorted(
      (a, b) => a.edits - b.edits || Number(b.word[0] === typed[0]) - Number(a.word[0] === typed[0]) || a.word.length - b.word.length,
    )
    .slice(0, mostSpellings)
    .map(({ word }) => word)
}
