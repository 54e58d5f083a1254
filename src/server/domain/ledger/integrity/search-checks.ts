import type { SearchEntry } from '#server/domain/search/entries.ts'
import { readExpectedEntries, type SearchedRecords } from '#server/domain/search/rebuild.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import { documentInfo, documentKinds } from '#shared/record-types.ts'
import type { Discrepancy } from './label-rows.ts'
import type { CheckResult } from './row-check.ts'

export const listSearchedKinds = (records: SearchedRecords): { kind: SearchKind; name: string }[] => [
  ...documentKinds.map((kind) => ({ kind, name: `${documentInfo[kind].title}s` })),
  ...records.map(({ kind, plural }) => ({ kind, name: plural })),
]

type Entry = Omit<SearchEntry, 'kind'>

const formatEntry = ({ title, amount, day }: Entry) =>
  [`“${title}”`, ...(amount === null ? [] : [formatAmount(amount)]), ...(day === null ? [] : [formatDay(day as Day)])].join(', ')

const describeProblem = (expected: Entry | undefined, stored: Entry | undefined): string | null => {
  if (!stored) return 'The search doesn’t know it.'
  if (!expected) return `The search still finds it, as ${formatEntry(stored)}.`
  const [said, is] = [formatEntry(stored), formatEntry(expected)]
  if (said !== is) return `The search shows ${said}, but it is ${is}.`
  return stored.subtitle === expected.subtitle && stored.body === expected.body ? null : 'The search finds it by an outdated text.'
}

const storedQuery = `
  select record_id as id, title, subtitle, body, amount::text, day from search_entries
  where user_id = $1 and kind = $2 and record_id > $3 and record_id <= $4 order by record_id`
const setBitmaps = "select set_config('enable_bitmapscan', $1, true)"

/** Reads the entries of these ids by their key: the policy on patterns makes the planner take the trigram index, which reads all entries of the kind. */
const readStored = async (db: UserDb, kind: SearchKind, afterId: number, lastId: number): Promise<Map<number, Entry>> => {
  db.send(setBitmaps, ['off'])
  const entries = db.rows<Entry>(storedQuery, [db.userId, kind, afterId, lastId])
  db.send(setBitmaps, ['on'])
  return new Map((await entries).map((entry) => [entry.id, entry]))
}

export const checkSearchEntries = async (
  db: UserDb,
  kind: SearchKind,
  records: SearchedRecords,
  maxFindings: number,
): Promise<CheckResult<Discrepancy>> => {
  const result: CheckResult<Discrepancy> = { looked: 0, wrong: 0, findings: [] }
  let afterId = Number.MIN_SAFE_INTEGER
  const compare = async (entries: readonly Entry[], lastId: number) => {
    const stored = await readStored(db, kind, afterId, lastId)
    const expected = new Map(entries.map((entry) => [entry.id, entry]))
    afterId = lastId
    result.looked += stored.size
    for (const id of new Set([...expected.keys(), ...stored.keys()])) {
      const problem = describeProblem(expected.get(id), stored.get(id))
      if (problem === null) continue
      result.wrong++
      if (result.findings.length < maxFindings) result.findings.push({ kind, id: String(id), problem })
    }
  }
  for await (const entries of readExpectedEntries(db, kind, records)) await compare(entries, entries.at(-1)!.id)
  await compare([], Number.MAX_SAFE_INTEGER)
  return result
}
