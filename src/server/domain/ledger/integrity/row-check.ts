import type { UserDb } from '#server/platform/db/client.ts'
import type { Discrepancy, RowKind } from './label-rows.ts'

/** What a check came to: how many rows or figures it looked at, how many of them are wrong, and the first of those. */
export type CheckResult<Found> = { looked: number; wrong: number; findings: Found[] }

/** One thing that has to hold, of every row that `looked` selects; `found` selects those of which it doesn't. */
export type RowCheck<Told = Record<string, string>> = {
  /** In a few words, for people. */
  name: string
  kind: RowKind
  /** What comes after SELECT count(*); `$1` is the user. */
  looked: string
  /** A SELECT of `id` and of what the sentence needs, as text. */
  found: string
  /** The sentence that says what is wrong, with both figures. */
  problem: (told: Told) => string
}

type Row = { looked: number; wrong: number; rows: ({ id: string | number } & Record<string, string>)[] | null }

/** Makes one of a check whose figures have names of their own. */
export const defineRowCheck = <Told extends Record<string, string>>(check: RowCheck<Told>): RowCheck => check as unknown as RowCheck

/** Asks one check. @param most how many of the rows that are wrong are wanted */
export const runRowCheck = async (
  db: UserDb,
  { kind, looked, found, problem }: RowCheck,
  most: number,
): Promise<CheckResult<Discrepancy>> => {
  const [row] = await db.rows<Row>(
    `with found as materialized (${found})
     select (select count(*) ${looked})::int as looked, (select count(*) from found)::int as wrong,
            (select json_agg(f) from (select * from found order by id limit $2) f) as rows`,
    [db.userId, most],
  )
  const { rows, ...counts } = row!
  return { ...counts, findings: (rows ?? []).map((told) => ({ kind, id: String(told.id), problem: problem(told) })) }
}
