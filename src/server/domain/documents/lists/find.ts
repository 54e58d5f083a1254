import { and, type SQL, sql } from 'drizzle-orm'
import { recordBytesSql } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
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

/** Which papers: those whose number or customer has these words, and that stand so today. */
export type DocumentFilter = { status?: string | undefined; search?: string | undefined }

/** The customer's name as the paper says it, in SQL with `papers p` and its `customers c`. */
export const customerNameSql = sql`coalesce(p.customer_as_sent ->> 'name', c.name)`

/**
 * Finds a user's papers of a kind.
 * @param searched the texts that a search looks in, beside the number; none of them is ever null
 */
export const createFinder = (of: DocumentType, searched: SQL[]) => {
  const [documents, number, end, late] = [of.documents, `p.${of.numberColumn}`, `p.${of.endColumn}`, of.lapsedStatus].map((text) =>
    sql.raw(text),
  )
  const sorts: Record<string, () => SortKey> = {
    issueDate: () => ({ by: sql`p.issue_date`, type: 'date', nulls: 'last' }),
    [of.endField]: () => ({ by: sql`${end}`, type: 'date' }),
    [of.numberField]: () => ({ by: inNaturalOrder(sql`${number}`), type: 'text' }),
    customer: () => ({ by: inNaturalOrder(customerNameSql), type: 'text' }),
    total: () => ({ by: sql`p.total`, type: 'numeric' }),
  }
  // Lower-cased by the rules of JavaScript, as the search in a browser does it.
  const searchText = sql`lower((${sql.join([number!, ...searched], sql` || E'\\n' || `)}) collate "und-x-icu")`
  /** The status that the rules give it, asked by the database. */
  const hasStatus = (status: string, today: Day): SQL =>
    sql`(case when p.status = 'sent' and ${end} < ${today} then '${late}' else p.status end) = ${status}`

  /** All that are asked for, with their customers: `from` and `where` of a query. */
  const wanted = (db: UserDb, { status, search }: DocumentFilter, today: Day, further?: SQL): SQL =>
    sql`from ${documents} p join customers c on c.user_id = p.user_id and c.id = p.customer_id
      where ${and(sql`p.user_id = ${db.userId} and p.deleted_at is null`, status ? hasStatus(status, today) : undefined, matchesSearch(searchText, search), further)}`

  const orders = { sorts, otherwise: '-issueDate', id: sql`p.id` }
  const bytes = sql.raw(recordBytesSql(of))

  /** The ids of a page of those that match, in the order asked for: no more than one reply can hold. */
  const find = async (db: UserDb, query: ListQuery & DocumentFilter, today: Day): Promise<{ ids: number[]; next: string | null }> => {
    const { rows, next } = await readPage(query, {
      ...orders,
      read: async ({ sortValue, where, orderBy, limit }) => {
        const page = sql`select p.id, ${bytes} as bytes, ${sortValue} as "sortValue" ${wanted(db, query, today, where)} order by ${orderBy} limit ${limit}`
        return (await db.orm.execute<{ id: number; bytes: number; sortValue: string }>(page)).rows
      },
      weigh: (row) => row.bytes,
    })
    return { ids: rows.map(({ id }) => id), next }
  }

  /** The ids of all that match, in the order asked for, each time as many as fit into one reply. */
  async function* findAll(db: UserDb, query: ListQuery & DocumentFilter, today: Day): AsyncGenerator<number[]> {
    const select = (orderBy: SQL) => sql`select p.id, ${bytes} as bytes ${wanted(db, query, today)} order by ${orderBy}`
    for await (const rows of readAll<{ id: number; bytes: number }>(db, query, { ...orders, select }))
      for (let from = 0; from < rows.length; ) {
        const some = rows.slice(from, from + countFittingRows(rows.slice(from), (row) => row.bytes))
        yield some.map(({ id }) => id)
        from += some.length
      }
  }

  return { wanted, find, findAll }
}

export type Finder = ReturnType<typeof createFinder>
