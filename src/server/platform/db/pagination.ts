import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#server/platform/errors/app-error.ts'
import { maxPageSize, maxReplyBytes } from '#shared/contract/lists.ts'
import { isDay } from '#shared/dates.ts'
import type { Db } from './client.ts'

/** `by` is never null. Yet `nulls` must match the index for the descending order: PostgreSQL uses an index only for exactly its order. */
export type SortKey = { by: SQL; type: 'text' | 'numeric' | 'date' | 'bigint' | 'timestamptz'; nulls?: 'last' }

export type Page<Rows> = { rows: Rows; next: string | null }

export type ListQuery = { sort?: string | undefined; limit?: number | undefined; after?: string | undefined }

/** Case and accents are secondary, and 'Room 9' comes before 'Room 10'. The indexes have this order. */
export const inNaturalOrder = (text: PgColumn | SQL): SQL => sql`${text} collate natural_order`
export const inNaturalOrderBlankLast = (text: PgColumn, descending: boolean): SQL =>
  inNaturalOrder(sql`coalesce(nullif(${text}, ''), ${descending ? '' : highestCharacter})`)
/** Sorts after every letter in ICU's root collation. */
const highestCharacter = '\uffff'

/** As one substring, case-insensitively. */
export const matchesSearch = (searchText: PgColumn | SQL, search: string | undefined): SQL | undefined =>
  search ? sql`${searchText} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}` : undefined

type Orders = { sorts: Record<string, (descending: boolean) => SortKey>; otherwise: string; id: PgColumn | SQL }

const getOrder = ({ sort: requested }: ListQuery, { sorts, otherwise, id }: Orders) => {
  const sort = requested ?? otherwise
  const descending = sort.startsWith('-')
  const { by, type, nulls } = sorts[descending ? sort.slice(1) : sort]!(descending)
  const direction = sql.raw(`${descending ? 'desc' : 'asc'}${nulls ? ` nulls ${descending ? 'last' : 'first'}` : ''}`)
  return { sort, descending, by, type, orderBy: sql`${by} ${direction}, ${id} ${direction}` }
}

/** With a margin for timestamps and amounts, which are longer in the reply. */
const getJsonBytes = (row: object): number => Buffer.byteLength(JSON.stringify(row)) + 100

export const countFittingRows = <Row>(rows: readonly Row[], getBytes: (row: Row) => number): number => {
  let bytes = 0
  for (const [i, row] of rows.entries()) {
    bytes += getBytes(row)
    if (bytes > maxReplyBytes && i > 0) return i
  }
  return rows.length
}

/**
 * At most `maxPage` rows and `maxReplyBytes`. The cursor has the sort value and the id of the last row (keyset pagination), so rows that
 * are inserted or deleted meanwhile neither repeat nor hide others. `read` fetches rows of a few kB at most, with the text of the sort
 * expression as `sortValue`.
 * @throws AppError 400 for a cursor of another list or another order
 */
export const readPage = async <Row extends { id: number; sortValue: string }>(
  query: ListQuery,
  {
    read,
    getBytes = getJsonBytes,
    ...orders
  }: Orders & {
    read: (ask: { sortValue: SQL<string>; where: SQL | undefined; orderBy: SQL; limit: number }) => Promise<Row[]>
    getBytes?: (row: Row) => number
  },
): Promise<Page<Row[]>> => {
  const { sort, descending, by, type, orderBy } = getOrder(query, orders)
  const limit = query.limit ?? maxPageSize
  const rows = await read({
    sortValue: sql<string>`(${by})::text`,
    where: query.after === undefined ? undefined : afterCursor(decodeCursor(query.after, sort, type)),
    orderBy,
    // One row more than the limit tells whether there is a next page.
    limit: limit + 1,
  })
  const page = rows.slice(0, Math.min(limit, countFittingRows(rows, getBytes)))
  return { rows: page, next: page.length < rows.length ? encodeCursor(sort, page.at(-1)!) : null }

  function afterCursor(cursor: { value: string; id: number }) {
    const value = sql`${cursor.value}::${sql.raw(type)}`
    return sql`(${by}, ${orders.id}) ${sql.raw(descending ? '<' : '>')} (${type === 'text' ? inNaturalOrder(value) : value}, ${cursor.id})`
  }
}

const defaultBatchSize = 500

/** So that few rows are in memory. */
export async function* readInBatches<Row>(
  db: Db,
  query: SQL | { text: string; values: readonly unknown[] },
  batchSize: number = defaultBatchSize,
): AsyncGenerator<Row[]> {
  const declare = 'declare batches no scroll cursor for'
  if ('text' in query) await db.rows(`${declare} ${query.text}`, query.values)
  else await db.orm.execute(sql`${sql.raw(declare)} ${query}`)
  for (;;) {
    const rows = await db.rows<Row>(`fetch ${batchSize} from batches`)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await db.rows('close batches')
}

/** All rows are of the same snapshot. The columns of `select` have the database's names and formats. */
export const readAll = <Row>(
  db: Db,
  query: ListQuery,
  { select, ...orders }: Orders & { select: (orderBy: SQL) => SQL },
): AsyncGenerator<Row[]> => readInBatches<Row>(db, select(getOrder(query, orders).orderBy))

export const encodeCursor = (sort: string, { sortValue, id }: { sortValue: string; id: number }) =>
  Buffer.from(JSON.stringify([sort, sortValue, id])).toString('base64url')

const isValid: Record<SortKey['type'], (text: string) => boolean> = {
  // PostgreSQL's text has no NUL and no lone surrogates.
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  numeric: (text) => /^\d{1,13}(\.\d{1,6})?$/.test(text),
  bigint: (text) => /^\d{1,16}$/.test(text) && isRowId(Number(text)),
  date: isDay,
  timestamptz: (text) => isDay(text.slice(0, 10)) && timeFormat.test(text.slice(10)),
}
const timeFormat = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** @throws AppError 400 for anything but a cursor that `encodeCursor` wrote for the same order */
export const decodeCursor = (text: string, sort: string, type: SortKey['type']): { value: string; id: number } => {
  const parts = parseJson(Buffer.from(text, 'base64url').toString())
  if (Array.isArray(parts) && parts.length === 3) {
    const [of, value, id] = parts as unknown[]
    if (of === sort && typeof value === 'string' && isValid[type](value) && isRowId(id)) return { value, id }
  }
  throw new AppError(400, 'after is not a cursor of this list in this order: begin again with the first page')
}

const isRowId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
