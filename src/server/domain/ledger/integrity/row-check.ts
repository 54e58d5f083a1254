import type { UserDb } from '#server/platform/db/client.ts'
import type { Discrepancy, RowKind } from './label-rows.ts'

export type CheckResult<Found> = { looked: number; wrong: number; findings: Found[] }

/** A condition on every row that `looked` selects; `found` selects the rows that violate it. */
export type RowCheck<Values = Record<string, string>> = {
  name: string
  kind: RowKind
  /** The SQL after SELECT count(*); `$1` is the user. */
  looked: string
  /** A SELECT of `id` and of the values that `problem` takes, as text. */
  found: string
  problem: (values: Values) => string
}

type Row = { looked: number; wrong: number; rows: ({ id: string | number } & Record<string, string>)[] | null }

export const defineRowCheck = <Values extends Record<string, string>>(check: RowCheck<Values>): RowCheck => check as unknown as RowCheck

export const runRowCheck = async (
  db: UserDb,
  { kind, looked, found, problem }: RowCheck,
  maxFindings: number,
): Promise<CheckResult<Discrepancy>> => {
  const [row] = await db.rows<Row>(
    `with found as materialized (${found})
     select (select count(*) ${looked})::int as looked, (select count(*) from found)::int as wrong,
            (select json_agg(f) from (select * from found order by id limit $2) f) as rows`,
    [db.userId, maxFindings],
  )
  const { rows, ...counts } = row!
  return { ...counts, findings: (rows ?? []).map((values) => ({ kind, id: String(values.id), problem: problem(values) })) }
}
