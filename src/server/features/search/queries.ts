import { preferGenericPlan, type UserDb } from '#server/platform/db/client.ts'
import { type SearchKind, searchKinds, searchLimit } from '#shared/contract/search.ts'
import { type SearchTerms, toContentPattern, toExactWordPattern, toTitlePrefix, toTitleWordPattern } from './patterns.ts'

/** An entry that was found. */
export type SearchMatch = {
  kind: SearchKind
  id: number
  title: string
  subtitle: string | null
  amount: string | null
  day: string | null
  /** 0: it is called just so; 1: it begins so; 2: words of its title begin so; 3: it says so. */
  rank: number
}

/** One more than is shown tells that there are more. */
const limit = searchLimit + 1
/** Of each kind so many are looked at without an index: what is common is among the newest. */
const newest = 500

const rank = `case when e.body like $3 then 0 when starts_with(e.body, $4) then 1 when e.body like all ($5::text[]) then 2 else 3 end`
const columns = 'kind, record_id as id, title, subtitle, amount::text as amount, day, rank'
const order = 'rank, day desc nulls last, record_id desc'

const amongNewest = `
  select found.* from unnest($6::text[]) as k(kind) cross join lateral (
    select ${columns} from (
      select e.*, ${rank} as rank from (
        select * from search_entries where user_id = $1 and kind = k.kind order by day desc nulls last, record_id desc limit ${newest}
      ) e where e.body like all ($2::text[])
    ) ranked order by ${order} limit ${limit}
  ) found`

// Written out for each kind, because each has an index of its own; those that aren't asked for aren't looked at.
const amongAll = searchKinds
  .map(
    (kind) => `
  (select ${columns} from (
    select e.*, ${rank} as rank from search_entries e
    where '${kind}' = any ($6::text[]) and e.user_id = $1 and e.kind = '${kind}' and e.body like all ($2::text[])
  ) ranked order by ${order} limit ${limit})`,
  )
  .join(' union all ')

const values = (db: UserDb, { folded, words }: SearchTerms, whole: string, patterns: readonly string[], kinds: readonly SearchKind[]) => [
  db.userId,
  patterns,
  toExactWordPattern(whole),
  toTitlePrefix(folded),
  words.map(toTitleWordPattern),
  kinds,
]

const walking = `select set_config('enable_bitmapscan', $1, true), set_config('enable_seqscan', $1, true), set_config('enable_sort', $1, true), ${preferGenericPlan}`

/**
 * The newest of each kind that say all of the words, best first. The planner takes the patterns of the policy `narrowed` for picky, also while they let
 * everything pass: without being told to walk, it would collect and sort all that there is.
 * @param whole the word that stands for the whole text
 */
export const findAmongNewest = async (db: UserDb, wanted: SearchTerms, whole: string): Promise<SearchMatch[]> => {
  db.send(walking, ['off'], 'search.walking')
  const found = db.rows<SearchMatch>(
    amongNewest,
    values(db, wanted, whole, wanted.words.map(toContentPattern), searchKinds),
    'search.newest',
  )
  db.send(walking, ['on'], 'search.walking')
  return found
}

const narrow = `select set_config('app.search_1', $1, true), set_config('app.search_2', $2, true), set_config('app.search_3', $3, true), ${preferGenericPlan}`
const slots = 3

/**
 * All entries of these kinds that fit each of the patterns, through the index; the best of each kind. While it is asked, the longest patterns are those of
 * the policy `narrowed`, which is how an index can serve them behind the walls; afterwards that lets everything pass again.
 */
export const findAmongAll = async (
  db: UserDb,
  wanted: SearchTerms,
  whole: string,
  patterns: readonly string[],
  kinds: readonly SearchKind[],
): Promise<SearchMatch[]> => {
  if (kinds.length === 0) return []
  const longest = patterns.toSorted((a, b) => b.length - a.length).slice(0, slots)
  db.send(
    narrow,
    Array.from({ length: slots }, (_, i) => longest[i] ?? ''),
    'search.narrow',
  )
  const found = db.rows<SearchMatch>(amongAll, values(db, wanted, whole, patterns, kinds), 'search.all')
  db.send(narrow, ['', '', ''], 'search.narrow')
  return found
}
