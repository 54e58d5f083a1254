import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isDay } from '#shared/dates.ts'
import { AppError } from '../errors.ts'
import type { Page } from '../http/route.ts'

/**
 * One way to order a list: the expression, which is never null, and its type in the database. `nulls` says on which side of the others the
 * index has them when the list is read downwards. There are none, but PostgreSQL takes an index only for the very order that it has.
 */
export type SortKey = { by: SQL; type: 'text' | 'numeric' | 'date' | 'integer' | 'timestamptz'; nulls?: 'last' }

/** What may be asked of a list; see `shared/api/lists.ts`. */
export type ListQuery = { sort?: string | undefined; limit?: number | undefined; after?: string | undefined }

/** How people sort names: case and accents come second, and 'Room 9' comes before 'Room 10'. The schema's indexes are in this order. */
export const natural = (text: PgColumn | SQL): SQL => sql`${text} collate natural_order`
/** Rows without a text come last, whichever way the list is turned. */
export const naturalOrLast = (text: PgColumn, descending: boolean): SQL =>
  natural(sql`coalesce(nullif(${text}, ''), ${descending ? '' : lastOfAll})`)
/** Sorts behind every letter in ICU's root order. */
const lastOfAll = '\uffff'

/** The rows whose search text holds the words as they stand, whatever their case. */
export const matches = (searchText: PgColumn | SQL, search: string | undefined): SQL | undefined =>
  search ? sql`${searchText} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}` : undefined

/**
 * Reads a list, or one page of it. The cursor names the last row by its sort value and its id, so that rows which come or go meanwhile neither
 * repeat nor hide others.
 * @param sorts the orders it offers; each is told whether it runs downwards
 * @param otherwise the order when none is asked for
 * @param read fetches the rows; each has `id` and, as `sortValue`, the text of the given expression
 * @throws AppError 400 for a cursor that isn't one of this list in this order
 */
export const readPage = async <Row extends { id: number; sortValue: string }>(
  query: ListQuery,
  {
    sorts,
    otherwise,
    id,
    read,
  }: {
    sorts: Record<string, (descending: boolean) => SortKey>
    otherwise: string
    id: PgColumn | SQL
    read: (ask: { sortValue: SQL<string>; where: SQL | undefined; orderBy: SQL; limit: number | undefined }) => Promise<Row[]>
  },
): Promise<Page<Row[]>> => {
  const sort = query.sort ?? otherwise
  const descending = sort.startsWith('-')
  const { by, type, nulls } = sorts[descending ? sort.slice(1) : sort]!(descending)
  const direction = sql.raw(`${descending ? 'desc' : 'asc'}${nulls ? ` nulls ${descending ? 'last' : 'first'}` : ''}`)
  const rows = await read({
    sortValue: sql<string>`(${by})::text`,
    where: query.after === undefined ? undefined : afterCursor(readCursor(query.after, sort, type)),
    orderBy: sql`${by} ${direction}, ${id} ${direction}`,
    // One more than asked for tells whether there is a next page.
    limit: query.limit === undefined ? undefined : query.limit + 1,
  })
  if (query.limit === undefined || rows.length <= query.limit) return { rows, next: null }
  const page = rows.slice(0, query.limit)
  return { rows: page, next: writeCursor(sort, page.at(-1)!) }

  function afterCursor(cursor: { value: string; id: number }) {
    const value = sql`${cursor.value}::${sql.raw(type)}`
    return sql`(${by}, ${id}) ${sql.raw(descending ? '<' : '>')} (${type === 'text' ? natural(value) : value}, ${cursor.id})`
  }
}

/** The text that names a row as the last of a page in this order. */
export const writeCursor = (sort: string, { sortValue, id }: { sortValue: string; id: number }) =>
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
export const readCursor = (text: string, sort: string, type: SortKey['type']): { value: string; id: number } => {
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
