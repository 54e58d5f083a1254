import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { countFittingRows } from '#server/platform/db/pagination.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { calendarDay } from '#shared/contract/fields.ts'
import { figureDocument, type figureDocuments } from '#shared/contract/reports.ts'
import type { Day } from '#shared/dates.ts'
import { parseAmount, parseSum, type Sum, toSum } from '#shared/money.ts'
import { type CombinationName, costFigures, type FigureName, incomeFigures } from '#shared/reports.ts'
import { customerNameSql, type Figure, type Query } from './contributions.ts'
import { combineFigures } from './grouped-sums.ts'
import { sumFigure } from './sums.ts'

export type DrillDownFigure = Omit<Figure, 'of'> & { of: FigureName | CombinationName }
export type FigureDocuments = z.output<typeof figureDocuments>

type Part = readonly [name: FigureName, sign: 1 | -1]
const withSign = (names: readonly FigureName[], sign: 1 | -1) => names.map((name): Part => [name, sign])
const combinations: Record<CombinationName, readonly Part[]> = {
  costs: withSign(costFigures, 1),
  income: withSign(incomeFigures, 1),
  profit: [...withSign(incomeFigures, 1), ...withSign(costFigures, -1)],
  balance: [
    ['receivable', 1],
    ['credit', -1],
  ],
}

export const getParts = (of: DrillDownFigure['of']) =>
  of in combinations ? combinations[of as CombinationName] : [[of as FigureName, 1] as const]

const selectContributionRows = (userId: number, figure: DrillDownFigure, today: Day): Query => {
  const { of, ...which } = figure
  const parts = getParts(of)
  const { text, values } = combineFigures(
    userId,
    parts.map(([name]) => ({ ...which, of: name })),
    today,
    parts.map(([, sign]) => sign),
  )
  // An edited document has several lines in the journal for the same event.
  return {
    text: `select col, kind::text as kind, ref, doc, day, amount
      from (select col, kind, ref, doc, day, sum(amount) as amount from (${text}) p group by col, kind, ref, doc, day having sum(amount) <> 0) p`,
    values,
  }
}

export const sumDrillDown = async (db: UserDb, figure: DrillDownFigure, today: Day): Promise<Sum> => {
  const { of, ...which } = figure
  let sum = 0n
  for (const [name, sign] of getParts(of)) sum += BigInt(sign) * (await sumFigure(db, { ...which, of: name }, today))
  return toSum(sum)
}

const eventKinds = figureDocument.shape.kind.options
const order = 'day desc, kind collate "C" desc, ref desc'
const cursor = z.tuple([calendarDay, z.enum(eventKinds), z.int().min(0)])

type Row = {
  kind: (typeof eventKinds)[number]
  ref: number
  id: number
  /** Of an entry by hand: its number in the journal. */
  entryId: number | null
  title: string
  name: string | null
  isThere: boolean
  isCreditNote: boolean
} & {
  day: Day
  amount: string
}

/** Each row has the sum and the number of all contributions; the page may have none. */
const selectPage = ({ text, values }: Query, limit: number, after: z.output<typeof cursor> | null): Query => {
  const n = values.length
  return {
    text: `
  with part as materialized (${text}), total as (select coalesce(sum(amount), 0)::text as sum, count(*)::int as count from part)
  select t.sum, t.count, d.kind, d.ref, d.doc as id, d.day, d.amount::text, coalesce(x.description, m.description, i.number) as title, m.id as "entryId",
         case when d.kind = 'expense' then nullif(x.vendor, '') else ${customerNameSql('i')} end as name,
         i.deleted_at is null as "isThere", i.type = 'credit-note' as "isCreditNote"
  from total t
  left join (select * from part ${after ? `where (day, kind collate "C", ref) < ($${n + 1}::date, $${n + 2}::text, $${n + 3}::bigint)` : ''}
             order by ${order} limit ${limit}) d on true
  left join expenses x on d.kind = 'expense' and x.user_id = $1 and x.id = d.doc
  left join lateral (
    select e.id, e.description from journal_entries e
    where e.user_id = $1 and e.kind = 'manual' and e.source_id = d.doc and e.reverses_id is null order by e.id desc limit 1) m on d.kind = 'manual'
  left join documents i on d.kind not in ('expense', 'manual') and i.user_id = $1 and i.id = d.doc
  order by ${order}`,
    values: after ? [...values, ...after] : values,
  }
}

/** Null for deleted invoices. Expenses open in their list, entries by hand in the journal. */
const getPath = ({ kind, id, entryId, isThere, isCreditNote }: Row) => {
  if (kind === 'expense') return `/expenses?open=${id}`
  if (kind === 'manual') return `/books?entry=${entryId}`
  if (isCreditNote) return `/credit-notes/${id}`
  return isThere ? `/invoices/${id}` : null
}

/** The newest first; `sum` and `count` are of all. @throws AppError 400 when `after` is not the `next` of a page */
export const listFigureDocuments = async (
  db: UserDb,
  figure: DrillDownFigure,
  { limit = 100, after }: { limit?: number | undefined; after?: string | undefined },
  today: Day,
): Promise<FigureDocuments> => {
  const { text, values } = selectPage(
    selectContributionRows(db.userId, figure, today),
    limit + 1,
    after === undefined ? null : parseCursor(after),
  )
  const rows = await db.rows<Row & { sum: string; count: number }>(text, values)
  const { sum, count } = rows[0]!
  const found = rows.filter(({ kind }) => kind !== null)
  // 100 bytes are added for each path.
  const shown = found.slice(
    0,
    Math.min(
      limit,
      countFittingRows(found, (row) => Buffer.byteLength(JSON.stringify(row)) + 100),
    ),
  )
  const last = shown.at(-1)
  return {
    sum: parseSum(sum),
    count,
    rows: shown.map((row) => ({
      kind: row.kind,
      id: row.id,
      title: row.title,
      name: row.name,
      day: row.day,
      amount: parseAmount(row.amount),
      path: getPath(row),
    })),
    next: last && found.length > shown.length ? Buffer.from(JSON.stringify([last.day, last.kind, last.ref])).toString('base64url') : null,
  }
}

const parseCursor = (after: string) => {
  try {
    return cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw new AppError(400, 'after is not a cursor of this list: begin again with the first page')
  }
}
