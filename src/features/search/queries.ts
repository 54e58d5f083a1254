import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { toToken } from '#server/domain/search/fold.ts'
import { preferGenericPlan, type UserDb } from '#server/platform/db/client.ts'
import { type SearchKind, searchKinds, searchLimit } from '#shared/contract/search.ts'
import type { Day } from '#shared/dates.ts'
import { type SearchTerms, toContentPattern, toExactWordPattern, toTitlePrefix, toTitleWordPattern } from './patterns.ts'
import type { Understood } from './understand.ts'

export type SearchMatch = {
  kind: SearchKind
  id: number
  title: string
  subtitle: string | null
  amount: string | null
  day: string | null
  /** 0: the title is the text; 1: it starts with it; 2: words of the title start with the terms; 3: the record contains them. */
  rank: number
}

/** One more than is shown, to see whether there are more. */
const limit = searchLimit + 1
/** Scanned without an index: common words are among the newest. */
const scannedPerKind = 500

const rankSql = `case when e.body like $3 then 0 when starts_with(e.body, $4) then 1 when e.body like all ($5::text[]) then 2 else 3 end`
const columns = 'kind, record_id as id, title, subtitle, amount::text as amount, day, rank'
const orderSql = 'rank, day desc nulls last, record_id desc'

const newestQuery = `
  select found.* from unnest($6::text[]) as k(kind) cross join lateral (
    select ${columns} from (
      select e.*, ${rankSql} as rank from (
        select * from search_entries where user_id = $1 and kind = k.kind order by day desc nulls last, record_id desc limit ${scannedPerKind}
      ) e where e.body like all ($2::text[])
    ) ranked order by ${orderSql} limit ${limit}
  ) found`

// Written out for each kind, because each has its own index; kinds that are not wanted are not read.
const allQuery = searchKinds
  .map(
    (kind) => `
  (select ${columns} from (
    select e.*, ${rankSql} as rank from search_entries e
    where '${kind}' = any ($6::text[]) and e.user_id = $1 and e.kind = '${kind}' and e.body like all ($2::text[])
  ) ranked order by ${orderSql} limit ${limit})`,
  )
  .join(' union all ')

const toValues = (db: UserDb, { folded, words }: SearchTerms, patterns: readonly string[], kinds: readonly SearchKind[]) => [
  db.userId,
  patterns,
  toExactWordPattern(toToken(folded)),
  toTitlePrefix(folded),
  words.map(toTitleWordPattern),
  kinds,
]

const setPlannerQuery = `select set_config('enable_bitmapscan', $1, true), set_config('enable_seqscan', $1, true), set_config('enable_sort', $1, true), ${preferGenericPlan}`

/**
 * Entries contain all words, best first. The planner takes the patterns of the policy `narrowed` for selective, although they match
 * everything here, and would collect and sort all entries unless those plans are disabled.
 */
export const findAmongNewest = async (db: UserDb, terms: SearchTerms): Promise<SearchMatch[]> => {
  db.send(setPlannerQuery, ['off'], 'search.walking')
  const found = db.rows<SearchMatch>(newestQuery, toValues(db, terms, terms.words.map(toContentPattern), searchKinds), 'search.newest')
  db.send(setPlannerQuery, ['on'], 'search.walking')
  return found
}

const understoodQuery = `
  select found.* from unnest($3::text[]) as k(kind) cross join lateral (
    select e.kind, e.record_id as id, e.title, e.subtitle, e.amount::text as amount, e.day, 1 as rank from search_entries e
    where e.user_id = $1 and e.kind = k.kind and e.day between $4 and $5 and e.body like all ($2::text[])
      and e.amount between coalesce($6::numeric, e.amount) and coalesce($7::numeric, e.amount)
      and (cardinality($8::text[]) = 0 or exists (
        select from documents d where d.user_id = $1 and d.id = e.record_id and d.type = e.kind and (${displayStatusSql('d', '$9')} = any ($8)
          or 'refunded' = any ($8) and exists (select from payments p where p.user_id = $1 and p.document_id = d.id and p.refunded > 0))))
    order by e.day desc nulls last, e.record_id desc limit ${limit}
  ) found`

/** The newest in what the text says of period, amount and status, with its other words. */
export const findUnderstood = async (
  db: UserDb,
  { range, statuses, least, most, kinds }: Understood,
  patterns: readonly string[],
  today: Day,
): Promise<SearchMatch[]> => {
  db.send(setPlannerQuery, ['off'], 'search.walking')
  const values = [db.userId, patterns, kinds, range.from, range.to, least, most, statuses, today]
  const found = db.rows<SearchMatch>(understoodQuery, values, 'search.understood')
  db.send(setPlannerQuery, ['on'], 'search.walking')
  return found
}

const setNarrowQuery = `select set_config('app.search_1', $1, true), set_config('app.search_2', $2, true), set_config('app.search_3', $3, true), ${preferGenericPlan}`
const slots = 3

/**
 * Through the index. Meanwhile the longest patterns are those of the policy `narrowed`, which lets the index work under row-level security;
 * afterwards they match everything again.
 */
export const findAmongAll = async (
  db: UserDb,
  terms: SearchTerms,
  patterns: readonly string[],
  kinds: readonly SearchKind[],
): Promise<SearchMatch[]> => {
  if (kinds.length === 0) return []
  const longest = patterns.toSorted((a, b) => b.length - a.length).slice(0, slots)
  db.send(
    setNarrowQuery,
    Array.from({ length: slots }, (_, i) => longest[i] ?? ''),
    'search.narrow',
  )
  const found = db.rows<SearchMatch>(allQuery, toValues(db, terms, patterns, kinds), 'search.all')
  db.send(setNarrowQuery, ['', '', ''], 'search.narrow')
  return found
}
