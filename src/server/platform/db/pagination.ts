import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#server/platform/errors/app-error.ts'
import { maxPageSize, maxReplyBytes } from '#shared/contract/lists.ts'
import { isDay } from '#shared/dates.ts'
import type { Db } from './client.ts'
import { readInBatches } from './cursor.ts'

/**
 * One way to order a list: the expression, which is never null, and its type in the database. `nulls` says on which side of the others the
 * index has them when the list is read downwards. There are none, but PostgreSQL takes an index only for the very order that it has.
 */
export type SortKey = { by: SQL; type: 'text' | 'numeric' | 'date' | 'integer' | 'timestamptz'; nulls?: 'last' }

/** Rows of a list, and the cursor of the next page; null when these are the last. */
export type Page<Rows> = { rows: Rows; next: string | null }

/** What may be asked of a list; see `shared/api/lists.ts`. */
export type ListQuery = { sort?: string | undefined; limit?: number | undefined; after?: string | undefined }

/** How people sort names: case and accents come second, and 'Room 9' comes before 'Room 10'. The schema's indexes are in this order. */
export const inNaturalOrder = (text: PgColumn | SQL): SQL => sql`${text} collate natural_order`
/** Rows without a text come last, whichever way the list is turned. */
export const inNaturalOrderBlankLast = (text: PgColumn, descending: boolean): SQL =>
  inNaturalOrder(sql`coalesce(nullif(${text}, ''), ${descending ? '' : lastOfAll})`)
/** Sorts behind every letter in ICU's root order. */
const lastOfAll = '\uffff'

/** The rows whose search text holds the words as they stand, whatever their case. */
export const matchesSearch = (searchText: PgColumn | SQL, search: string | undefined): SQL | undefined =>
  search ? sql`${searchText} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}` : undefined

/** The orders that a list offers, each told whether it runs downwards; and the one when none is asked for. */
type Orders = { sorts: Record<string, (descending: boolean) => SortKey>; otherwise: string; id: PgColumn | SQL }

const orderOf = ({ sort: asked }: ListQuery, { sorts, otherwise, id }: Orders) => {
  const sort = asked ?? otherwise
  const descending = sort.startsWith('-')
  const { by, type, nulls } = sorts[descending ? sort.slice(1) : sort]!(descending)
  const direction = sql.raw(`${descending ? 'desc' : 'asc'}${nulls ? ` nulls ${descending ? 'last' : 'first'}` : ''}`)
  return { sort, descending, by, type, orderBy: sql`${by} ${direction}, ${id} ${direction}` }
}

/** A row as JSON, and what instants, amounts and the like may take more there than here. */
const jsonWeight = (row: object): number => Buffer.byteLength(JSON.stringify(row)) + 100

/** How many of these rows fit into one reply; the first one always does. */
export const countFittingRows = <Row>(rows: readonly Row[], weigh: (row: Row) => number): number => {
  let bytes = 0
  for (const [i, row] of rows.entries()) {
    bytes += weigh(row)
    if (bytes > maxReplyBytes && i > 0) return i
  }
  return rows.length
}

/**
 * Reads a page of a list: at most `maxPage` rows and `maxReplyBytes`. The cursor names the last row by its sort value and its id, so that rows which
 * come or go meanwhile neither repeat nor hide others.
 * @param read fetches the rows, each of a few kB at most; each has `id` and, as `sortValue`, the text of the given expression
 * @param weigh the bytes that a row takes in the reply, at most; unless the row itself is what is answered
 * @throws AppError 400 for a cursor that isn't one of this list in this order
 */
export const readPage = async <Row extends { id: number; sortValue: string }>(
  query: ListQuery,
  {
    read,
    weigh = jsonWeight,
    ...orders
  }: Orders & {
    read: (ask: { sortValue: SQL<string>; where: SQL | undefined; orderBy: SQL; limit: number }) => Promise<Row[]>
    weigh?: (row: Row) => number
  },
): Promise<Page<Row[]>> => {
  const { sort, descending, by, type, orderBy } = orderOf(query, orders)
  const limit = query.limit ?? maxPageSize
  const rows = await read({
    sortValue: sql<string>`(${by})::text`,
    where: query.after === undefined ? undefined : afterCursor(decodeCursor(query.after, sort, type)),
    orderBy,
    // One more than asked for tells whether there is a next page.
    limit: limit + 1,
  })
  const page = rows.slice(0, Math.min(limit, countFittingRows(rows, weigh)))
  return { rows: page, next: page.length < rows.length ? encodeCursor(sort, page.at(-1)!) : null }

  function afterCursor(cursor: { value: string; id: number }) {
    const value = sql`${cursor.value}::${sql.raw(type)}`
    return sql`(${by}, ${orders.id}) ${sql.raw(descending ? '<' : '>')} (${type === 'text' ? inNaturalOrder(value) : value}, ${cursor.id})`
  }
}

/**
 * Reads all rows of a list in its order, some at a time, for an export. All of them are of the moment of the first.
 * @param select the query in that order; its rows come as the database names and writes them
 */
export const readAll = <Row>(
  db: Db,
  query: ListQuery,
  { select, ...orders }: Orders & { select: (orderBy: SQL) => SQL },
): AsyncGenerator<Row[]> => readInBatches<Row>(db, select(orderOf(query, orders).orderBy))

/** The text that names a row as the last of a page in this order. */
export const encodeCursor = (sort: string, { sortValue, id }: { sortValue: string; id: number }) =>
  Buffer.from(JSON.stringify([sort, sortValue, id])).toString('base64url')

/** What the database can read as a value of that type. */
const isValue: Record<SortKey['type'], (text: string) => boolean> = {
  // It holds no NUL, and a lone surrogate is no character.
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  numeric: (text) => /^\d{1,10}(\.\d{1,2})?$/.test(text),
  integer: (text) => /^\d{1,10}$/.test(text) && isRowId(Number(text)),
  date: isDay,
  timestamptz: (text) => isDay(text.slice(0, 10)) && instantShape.test(text.slice(10)),
}
/** What follows the day of an instant that PostgreSQL wrote. */
const instantShape = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** @throws AppError 400 for anything but what `writeCursor` wrote for the same order. */
export const decodeCursor = (text: string, sort: string, type: SortKey['type']): { value: string; id: number } => {
  const parts = parsed(Buffer.from(text, 'base64url').toString())
  if (Array.isArray(parts) && parts.length === 3) {
    const [of, value, id] = parts as unknown[]
    if (of === sort && typeof value === 'string' && isValue[type](value) && isRowId(id)) return { value, id }
  }
  throw new AppError(400, 'after is not a cursor of this list in this order: begin again with the first page')
}

const isRowId = (id: unknown): id is number => Number.isInteger(id) && Number(id) >= 0 && Number(id) <= 2_147_483_647

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
