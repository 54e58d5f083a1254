import { and, type SQL, sql } from 'drizzle-orm'
import { recordBytesSql } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { statusColumnsSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import {
  countFittingRows,
  inNaturalOrder,
  type ListQuery,
  matchesSearch,
  readAll,
  readPage,
  type SortKey,
} from '#server/platform/db/pagination.ts'
import type { Day } from '#shared/dates.ts'
import type { Form } from './record-sql.ts'

/** `search` is a part of number or customer; `status` is that of today. */
export type DocumentFilter = {
  status?: string | undefined
  search?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  customerId?: number | undefined
}

/** SQL with the document `p` and its customer `c`. */
export const customerNameSql = sql`coalesce(p.customer_snapshot ->> 'name', c.name)`

/** @param searched texts besides the number; they must never be null */
export const createFinder = (type: DocumentType, searched: SQL[]) => {
  const { end } = type
  const sorts: Record<string, () => SortKey> = {
    issueDate: () => ({ by: sql`p.issue_date`, type: 'date', nulls: 'last' }),
    ...(end && { [end.field]: () => ({ by: sql.raw(`p.${end.column}`), type: 'date' as const }) }),
    [type.numberField]: () => ({ by: inNaturalOrder(sql`p.number`), type: 'text' }),
    customer: () => ({ by: inNaturalOrder(customerNameSql), type: 'text' }),
    total: () => ({ by: sql`p.total`, type: 'numeric' }),
  }
  // The collation lower-cases like JavaScript, as the search in the browser does.
  const searchText = sql`lower((${sql.join([sql`p.number`, ...searched], sql` || E'\\n' || `)}) collate "und-x-icu")`
  const displayedStatus = (today: Day): SQL => sql`document_status(${sql.raw(statusColumnsSql('p'))}, ${today})`

  const matching = (db: UserDb, { status, search, from, to, customerId }: DocumentFilter, today: Day, condition?: SQL): SQL =>
    sql`from documents p join customers c on c.user_id = ${db.userId} and c.id = p.customer_id
      where ${and(
        sql`p.user_id = ${db.userId} and p.type = ${type.name} and p.deleted_at is null`,
        status ? sql`${displayedStatus(today)} = ${status}` : undefined,
        from && sql`p.issue_date >= ${from}`,
        to && sql`p.issue_date <= ${to}`,
        customerId === undefined ? undefined : sql`p.customer_id = ${customerId}`,
        matchesSearch(searchText, search),
        condition,
      )}`

  const orders = { sorts, otherwise: '-issueDate', id: sql`p.id` }
  const getBytesSql = ({ userId }: UserDb, form?: Form) => sql.raw(recordBytesSql(type, form, String(userId)))

  /** One page, with at most as many as fit into one reply. */
  const find = async (
    db: UserDb,
    query: ListQuery & DocumentFilter,
    today: Day,
    form: Form,
  ): Promise<{ ids: number[]; next: string | null }> => {
    const { rows, next } = await readPage(query, {
      ...orders,
      read: async ({ sortValue, where, orderBy, limit }) => {
        const page = sql`select p.id, ${getBytesSql(db, form)} as bytes, ${sortValue} as "sortValue" ${matching(db, query, today, where)} order by ${orderBy} limit ${limit}`
        // The query builder returns a bigint as text.
        const { rows } = await db.orm.execute<{ id: string; bytes: number; sortValue: string }>(page)
        return rows.map((row) => ({ ...row, id: Number(row.id) }))
      },
      getBytes: (row) => row.bytes,
    })
    return { ids: rows.map(({ id }) => id), next }
  }

  /** In chunks that fit into one reply. */
  async function* findAll(db: UserDb, query: ListQuery & DocumentFilter, today: Day): AsyncGenerator<number[]> {
    const select = (orderBy: SQL) => sql`select p.id, ${getBytesSql(db)} as bytes ${matching(db, query, today)} order by ${orderBy}`
    for await (const rows of readAll<{ id: number; bytes: number }>(db, query, { ...orders, select }))
      for (let from = 0; from < rows.length; ) {
        const some = rows.slice(from, from + countFittingRows(rows.slice(from), (row) => row.bytes))
        yield some.map(({ id }) => id)
        from += some.length
      }
  }

  return { matching, displayedStatus, find, findAll }
}

export type Finder = ReturnType<typeof createFinder>
