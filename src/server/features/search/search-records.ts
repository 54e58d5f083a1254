import { entities } from '#server/domain/entities/entities.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type SearchKind, type SearchReplyWire, searchKinds, searchLimit } from '#shared/contract/search.ts'
import { parseAmount, parseTerms, type SearchTerms, toContentPattern, toExactWordPattern, toTitleWordPattern } from './patterns.ts'
import { findAmongAll, findAmongNewest, type SearchMatch } from './queries.ts'
import { correctSpelling } from './spelling.ts'

const emptyReply: SearchReplyWire = { hits: [], more: [], corrected: null }

const getRecordPath = (kind: SearchKind, id: number): string =>
  entities.find((entity) => entity.kind === kind)?.getPath(id) ?? `/${kind}s/${id}`

/** Searches the user's records, best matches first. When no record contains the words, similar words are searched for instead. */
export const searchRecords = async (db: UserDb, text: string): Promise<SearchReplyWire> => {
  const amounts = new Map<string, string>()
  for (const word of text.normalize('NFKC').split(/\s+/)) {
    const amount = parseAmount(word)
    if (amount !== null) amounts.set(word, amount)
  }
  const { folded, whole, hashes } = await foldText(db, text, [...amounts.values()])
  if (folded === '') return emptyReply
  const terms = parseTerms(folded)
  const amountTokens = new Map([...amounts.keys()].map((word, i) => [word, hashes[i]!]))
  const found = await findMatches(db, terms, whole, amountTokens)
  if (found.length > 0) return toReply(found, null)
  for (const spelling of await correctSpelling(db, terms)) {
    const corrected = await foldText(db, spelling, [])
    const instead = await findMatches(db, parseTerms(corrected.folded), corrected.whole, amountTokens)
    if (instead.length > 0) return toReply(instead, spelling)
  }
  return emptyReply
}

type Folded = { folded: string; whole: string; hashes: string[] }

/** Folds the text in the database, together with the tokens for the whole text and for its amounts. */
const foldText = async (db: UserDb, text: string, amounts: readonly string[]): Promise<Folded> => {
  const [row] = await db.rows<Folded>(
    `select search_fold($1) as folded, search_whole(search_fold($1)) as whole,
            array(select search_whole('$' || a) from unnest($2::text[]) with ordinality as said(a, nth) order by nth) as hashes`,
    [text, amounts],
    'search.fold',
  )
  return row!
}

/** @param amountTokens the words that are amounts, with the tokens of entries with that amount */
const findMatches = async (
  db: UserDb,
  terms: SearchTerms,
  whole: string,
  amountTokens: ReadonlyMap<string, string>,
): Promise<SearchMatch[]> => {
  const { words } = terms
  const hasAmount = words.some((word) => amountTokens.has(word))
  const [newest, named, amounting] = await Promise.all([
    findAmongNewest(db, terms, whole),
    findAmongAll(db, terms, whole, [toExactWordPattern(whole)], searchKinds),
    hasAmount
      ? findAmongAll(
          db,
          terms,
          whole,
          words.map((word) => (amountTokens.has(word) ? toExactWordPattern(amountTokens.get(word)!) : toContentPattern(word))),
          searchKinds,
        )
      : [],
  ])
  // '$42' and '42.00' are amounts; a bare 42 may also be part of a number.
  const rank = words.some((word) => amountTokens.has(word) && /[$,.]/.test(word)) ? 0 : 2
  const found = [...newest, ...named, ...amounting.map((each) => ({ ...each, rank: Math.min(each.rank, rank) }))]
  const hasEnough = (kind: SearchKind, worst: number) =>
    newest.filter((each) => each.kind === kind && each.rank <= worst).length > searchLimit
  // Common words are found among the newest entries; only kinds with rare words are searched completely.
  const rare = searchKinds.filter((kind) => !hasEnough(kind, 3))
  const rareTitles = searchKinds.filter((kind) => hasEnough(kind, 3) && !hasEnough(kind, 2))
  const rest = await Promise.all([
    findAmongAll(db, terms, whole, words.map(toContentPattern), rare),
    findAmongAll(db, terms, whole, words.map(toTitleWordPattern), rareTitles),
  ])
  return rankMatches([...found, ...rest.flat()])
}

/** Each record once, best first. */
const rankMatches = (found: SearchMatch[]): SearchMatch[] => {
  const sorted = found.toSorted(
    (a, b) => a.rank - b.rank || searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind) || compareDays(b, a) || b.id - a.id,
  )
  const seen = new Set<string>()
  return sorted.filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
}

const compareDays = (a: SearchMatch, b: SearchMatch) => ((a.day ?? '') < (b.day ?? '') ? -1 : Number((a.day ?? '') > (b.day ?? '')))

const toReply = (found: SearchMatch[], corrected: string | null): SearchReplyWire => {
  const ofKind = (kind: SearchKind) => found.filter((each) => each.kind === kind)
  const shown = new Set(searchKinds.flatMap((kind) => ofKind(kind).slice(0, searchLimit)))
  return {
    hits: found
      .filter((each) => shown.has(each))
      .map(({ kind, id, title, subtitle, amount, day }) => ({
        kind,
        id,
        title,
        subtitle,
        amount,
        day: day as never,
        path: getRecordPath(kind, id),
      })),
    more: searchKinds.filter((kind) => ofKind(kind).length > searchLimit),
    corrected,
  }
}
