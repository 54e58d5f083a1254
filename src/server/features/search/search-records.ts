import type { UserDb } from '#server/platform/db/client.ts'
import { type SearchKind, type SearchReplyWire, searchKinds, searchLimit } from '#shared/contract/search.ts'
import { parseAmount, parseTerms, type SearchTerms, toContentPattern, toExactWordPattern, toTitleWordPattern } from './patterns.ts'
import { findAmongAll, findAmongNewest, type SearchMatch } from './queries.ts'
import { correctSpelling } from './spelling.ts'

const nothing: SearchReplyWire = { hits: [], more: [], corrected: null }

const pathOf: Record<SearchKind, (id: number) => string> = {
  invoice: (id) => `/invoices/${id}`,
  estimate: (id) => `/estimates/${id}`,
  customer: (id) => `/customers/${id}`,
  // These have no pages of their own: their lists open them.
  item: (id) => `/items?open=${id}`,
  expense: (id) => `/expenses?open=${id}`,
}

/** What this user's records say about a text, the best first. Where nothing is spelt like it, what is spelt nearly like it. */
export const searchRecords = async (db: UserDb, text: string): Promise<SearchReplyWire> => {
  const amounts = new Map<string, string>()
  for (const word of text.normalize('NFKC').split(/\s+/)) {
    const amount = parseAmount(word)
    if (amount !== null) amounts.set(word, amount)
  }
  const { folded, whole, hashes } = await fold(db, text, [...amounts.values()])
  if (folded === '') return nothing
  const wanted = parseTerms(folded)
  const marks = new Map([...amounts.keys()].map((word, i) => [word, hashes[i]!]))
  const found = await lookFor(db, wanted, whole, marks)
  if (found.length > 0) return replyOf(found, null)
  for (const spelling of await correctSpelling(db, wanted)) {
    const corrected = await fold(db, spelling, [])
    const instead = await lookFor(db, parseTerms(corrected.folded), corrected.whole, marks)
    if (instead.length > 0) return replyOf(instead, spelling)
  }
  return nothing
}

type Folded = { folded: string; whole: string; hashes: string[] }

/** How the database writes the text, the word that it makes of the whole of it, and those that it makes of the amounts. */
const fold = async (db: UserDb, text: string, amounts: readonly string[]): Promise<Folded> => {
  const [row] = await db.rows<Folded>(
    `select search_fold($1) as folded, search_whole(search_fold($1)) as whole,
            array(select search_whole('$' || a) from unnest($2::text[]) with ordinality as said(a, nth) order by nth) as hashes`,
    [text, amounts],
    'search.fold',
  )
  return row!
}

/** @param marks the words that are amounts, and what an entry of such an amount says */
const lookFor = async (db: UserDb, wanted: SearchTerms, whole: string, marks: ReadonlyMap<string, string>): Promise<SearchMatch[]> => {
  const { words } = wanted
  const hasAmount = words.some((word) => marks.has(word))
  const [newest, named, amounting] = await Promise.all([
    findAmongNewest(db, wanted, whole),
    findAmongAll(db, wanted, whole, [toExactWordPattern(whole)], searchKinds),
    hasAmount
      ? findAmongAll(
          db,
          wanted,
          whole,
          words.map((word) => (marks.has(word) ? toExactWordPattern(marks.get(word)!) : toContentPattern(word))),
          searchKinds,
        )
      : [],
  ])
  // Whoever writes '$42' or '42.00' means the amount; a bare 42 may as well be a part of a number.
  const rank = words.some((word) => marks.has(word) && /[$,.]/.test(word)) ? 0 : 2
  const found = [...newest, ...named, ...amounting.map((each) => ({ ...each, rank: Math.min(each.rank, rank) }))]
  const enough = (kind: SearchKind, worst: number) => newest.filter((each) => each.kind === kind && each.rank <= worst).length > searchLimit
  // A word that is common is among the newest often enough; only of what is rare are all looked for.
  const rare = searchKinds.filter((kind) => !enough(kind, 3))
  const rareTitles = searchKinds.filter((kind) => enough(kind, 3) && !enough(kind, 2))
  const rest = await Promise.all([
    findAmongAll(db, wanted, whole, words.map(toContentPattern), rare),
    findAmongAll(db, wanted, whole, words.map(toTitleWordPattern), rareTitles),
  ])
  return bestOf([...found, ...rest.flat()])
}

/** Each once, the best first. */
const bestOf = (found: SearchMatch[]): SearchMatch[] => {
  const sorted = found.toSorted(
    (a, b) => a.rank - b.rank || searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind) || byDay(b, a) || b.id - a.id,
  )
  const seen = new Set<string>()
  return sorted.filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
}

const byDay = (a: SearchMatch, b: SearchMatch) => ((a.day ?? '') < (b.day ?? '') ? -1 : Number((a.day ?? '') > (b.day ?? '')))

const replyOf = (found: SearchMatch[], corrected: string | null): SearchReplyWire => {
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
        path: pathOf[kind](id),
      })),
    more: searchKinds.filter((kind) => ofKind(kind).length > searchLimit),
    corrected,
  }
}
