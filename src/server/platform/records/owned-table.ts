import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, matchesSearch, type Page, readAll, readPage, type SortKey } from '#server/platform/db/pagination.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { moveToRecycleBin, restoreFromRecycleBin } from './recycle-bin.ts'
import { updateVersioned } from './versioned-update.ts'

type OwnedTable = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn; searchText: PgColumn }
type Search = { search?: string | undefined }
type Sorts = Record<string, (descending: boolean) => SortKey>

/**
 * Creates the data access of a table whose rows belong to users. Every statement is limited to the rows of the transaction's user, as row-level security
 * limits it again. Another user's row does not exist: 404.
 * @param what the record's name in messages, such as 'Customer'
 * @param sorts the sort orders of its list, by name; the first is the default
 */
export const createOwnedTable = <T extends OwnedTable>(table: T, what: string, sorts: Sorts = {}) => {
  type Row = T['$inferSelect']
  type Values = Omit<T['$inferInsert'], 'id' | 'userId' | 'version' | 'createdAt' | 'updatedAt'>
  // The type of the generic table guarantees its columns; drizzle's query builders need a concrete table.
  const anyTable = table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const isOwn = (db: UserDb, id?: number): SQL | undefined =>
    and(eq(anyTable.userId, db.userId), id === undefined ? undefined : eq(anyTable.id, id))

  const orders = { sorts, otherwise: Object.keys(sorts)[0]!, id: anyTable.id }

  return {
    /** A page of the matching rows in the requested order. */
    list: (db: UserDb, query: ListQuery & Search): Promise<Page<Row[]>> =>
      readPage(query, {
        ...orders,
        read: ({ sortValue, where, orderBy, limit }) =>
          db.orm
            .select({ ...getTableColumns(anyTable), sortValue })
            .from(anyTable)
            .where(and(isOwn(db), matchesSearch(anyTable.searchText, query.search), where))
            .orderBy(orderBy)
            .limit(limit) as unknown as Promise<(Row & { id: number; sortValue: string })[]>,
      }),

    /** All matching rows in order, in batches. Columns have the database's names, amounts are decimal text. */
    all: <Raw>(db: UserDb, query: ListQuery & Search): AsyncGenerator<Raw[]> =>
      readAll<Raw>(db, query, {
        ...orders,
        select: (orderBy) =>
          sql`select * from ${anyTable} where ${and(isOwn(db), matchesSearch(anyTable.searchText, query.search))} order by ${orderBy}`,
      }),

    count: async (db: UserDb, { search }: Search): Promise<number> => {
      const [row] = await db.orm
        .select({ count: count() })
        .from(anyTable)
        .where(and(isOwn(db), matchesSearch(anyTable.searchText, search)))
      return row!.count
    },

    one: async (db: UserDb, id: number): Promise<Row> => {
      const [row] = await db.orm.select().from(anyTable).where(isOwn(db, id))
      if (!row) throw notFound(what)
      return row as Row
    },

    insert: async (db: UserDb, values: Values): Promise<Row> => {
      const [row] = await db.orm
        .insert(anyTable)
        .values({ ...(blanksAsNull(values) as typeof anyTable.$inferInsert), userId: db.userId })
        .returning()
      return row as Row
    },

    /** Updates the row. If `version` is given and not the current one, the update is refused with 409 and the current row. */
    update: (db: UserDb, id: number, { version, ...values }: Values & { version?: number | undefined }): Promise<Row> =>
      updateVersioned(db, table, what, { id, version, values: blanksAsNull(values) }, async () => {
        const [current] = await db.orm.select().from(anyTable).where(isOwn(db, id))
        return current
      }),

    /** Deletes the row; it can be restored for a while. */
    remove: async (db: UserDb, id: number): Promise<void> => {
      if (!(await moveToRecycleBin(db, table, id))) throw notFound(what)
    },

    /** Undoes a deletion. A second call returns the restored row. */
    restore: async (db: UserDb, id: number): Promise<Row> => {
      await restoreFromRecycleBin(db, table, id)
      const [row] = await db.orm.select().from(anyTable).where(isOwn(db, id))
      if (!row) throw notFound(what)
      return row as Row
    },
  }
}

/** '' and a missing value are both stored as null. */
const blanksAsNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]))
