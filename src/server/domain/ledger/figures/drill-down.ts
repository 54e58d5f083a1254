import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { countFittingRows } from '#server/platform/db/pagination.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { calendarDay } from '#shared/contract/fields.ts'
import type { figureDocuments } from '#shared/contract/reports.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import type { DifferenceName, FigureName } from '#shared/reports.ts'
import type { Figure, Query } from './contributions.ts'
import { combineFigures } from './grouped-sums.ts'

/** A figure, or one less another. */
export type DrillDownFigure = Omit<Figure, 'of'> & { of: FigureName | DifferenceName }
export type FigureDocuments = z.output<typeof figureDocuments>

const differences: Record<DifferenceName, readonly [FigureName, FigureName]> = {
  profit: ['sales', 'expenses'],
  balance: ['receivable', 'credit'],
}

/** The parts of documents that it is the sum of, without those of nothing: (col, kind, ref, doc, day, amount). */
const partsOf = (userId: number, figure: DrillDownFigure, today: Day): Query => {
  const { of, ...which } = figure
  const names = of === 'profit' || of === 'balance' ? differences[of] : [of]
  const { text, values } = combineFigures(
    userId,
    names.map((name) => ({ ...which, of: name })),
    today,
    [1, -1],
  )
  return { text: `select * from (${text}) p where amount <> 0`, values }
}

/** What a figure comes to, and how many documents' parts it is the sum of. */
const totalsOf = async (db: UserDb, { text, values }: Query) => {
  const [row] = await db.rows<{ sum: string; count: number }>(
    `select coalesce(sum(amount), 0)::text as sum, count(*)::int as count from (${text}) d`,
    values,
  )
  return { sum: parseCents(row!.sum), count: row!.count }
}

/** What a figure, or a difference of two, comes to. */
export const sumDrillDown = async (db: UserDb, figure: DrillDownFigure, today: Day): Promise<Cents> =>
  (await totalsOf(db, partsOf(db.userId, figure, today))).sum

const kinds = ['invoice', 'payment', 'refund', 'expense'] as const
/** Newest first. */
const order = 'day desc, kind collate "C" desc, ref desc'
const place = z.tuple([calendarDay, z.enum(kinds), z.int().min(0).max(2_147_483_647)])

type Found = { kind: (typeof kinds)[number]; ref: number; id: number; title: string; name: string | null; isThere: boolean } & {
  day: Day
  amount: string
}

const page = ({ text, values }: Query, limit: number, after: z.output<typeof place> | null): Query => {
  const n = values.length
  return {
    text: `
  select d.kind, d.ref, d.doc as id, d.day, d.amount::text, coalesce(x.description, i.invoice_number) as title,
         case when d.kind = 'expense' then nullif(x.vendor, '') else coalesce(i.customer_as_sent ->> 'name', c.name) end as name,
         i.deleted_at is null as "isThere"
  from (select * from (${text}) p ${after ? `where (day, kind collate "C", ref) < ($${n + 1}::date, $${n + 2}::text, $${n + 3}::int)` : ''}
        order by ${order} limit ${limit}) d
  left join expenses x on d.kind = 'expense' and x.user_id = $1 and x.id = d.doc
  left join invoices i on d.kind <> 'expense' and i.user_id = $1 and i.id = d.doc
  left join customers c on c.user_id = $1 and c.id = i.customer_id
  order by ${order}`,
    values: after ? [...values, ...after] : values,
  }
}

/** Where a record is: expenses have no page of their own, so their list opens them. */
const pathOf = ({ kind, id, isThere }: Found) => {
  if (kind === 'expense') return `/expenses?open=${id}`
  return isThere ? `/invoices/${id}` : null
}

/**
 * The documents that a figure is the sum of, newest first and a page at a time, beside what all of them come to.
 * @param after where the page before said that this one begins
 * @throws AppError 400 for any other `after`
 */
export const listFigureDocuments = async (
  db: UserDb,
  figure: DrillDownFigure,
  { limit = 100, after }: { limit?: number | undefined; after?: string | undefined },
  today: Day,
): Promise<FigureDocuments> => {
  const parts = partsOf(db.userId, figure, today)
  const { text, values } = page(parts, limit + 1, after === undefined ? null : placeOf(after))
  const [totals, found] = await Promise.all([totalsOf(db, parts), db.rows<Found>(text, values)])
  // A title has a few hundred characters at most.
  const shown = found.slice(
    0,
    Math.min(
      limit,
      countFittingRows(found, (row) => Buffer.byteLength(JSON.stringify(row)) + 100),
    ),
  )
  const last = shown.at(-1)
  return {
    ...totals,
    rows: shown.map((row) => ({
      kind: row.kind,
      id: row.id,
      title: row.title,
      name: row.name,
      day: row.day,
      amount: parseCents(row.amount),
      path: pathOf(row),
    })),
    next: last && found.length > shown.length ? Buffer.from(JSON.stringify([last.day, last.kind, last.ref])).toString('base64url') : null,
  }
}

const placeOf = (after: string) => {
  try {
    return place.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw new AppError(400, 'after is not a cursor of this list: begin again with the first page')
  }
}
