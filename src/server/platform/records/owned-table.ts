import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { type ListQuery, matchesSearch, readAll, readPage, type SortKey } from '#server/platform/db/pagination.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { moveToRecycleBin, restoreFromRecycleBin } from './recycle-bin.ts'
import { updateVersioned } from './versioned-update.ts'

type OwnedTable = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn; searchText: PgColumn }
type Search = { search?: string | undefined }
type Sorts = Record<string, (descending: boolean) => SortKey>

/**
 * Reads and writes the rows of one user in one table: 'whose row?' is asked here and by the database, and nowhere else.
 * A stranger's row answers 404 as if it weren't there.
 * @param what names the record in messages, e.g. 'Customer'
 * @param sorts the orders that its list offers, by name; the first is the one when none is asked for
 */
export const createOwnedTable = <T extends OwnedTable>(table: T, what: string, sorts: Sorts = {}) => {
  type Row = T['$inferSelect']
  type Values = Omit<T['$inferInsert'], 'id' | 'userId' | 'version' | 'createdAt' | 'updatedAt'>
  // The generic table's columns are known to be there by its type; drizzle's builders want the concrete one.
  const anyTable = table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const mine = (db: UserDb, id?: number): SQL | undefined =>
    and(eq(anyTable.userId, db.userId), id === undefined ? undefined : eq(anyTable.id, id))

  const orders = { sorts, otherwise: Object.keys(sorts)[0]!, id: anyTable.id }

  return {
    /** A page of the rows that match, in order. */
    list: (db: UserDb, query: ListQuery & Search): Promise<Page<Row[]>> =>
      readPage(query, {
        ...orders,
        read: ({ sortValue, where, orderBy, limit }) =>
          db.orm
            .select({ ...getTableColumns(anyTable), sortValue })
            .from(anyTable)
            .where(and(mine(db), matchesSearch(anyTable.searchText, query.search), where))
            .orderBy(orderBy)
            .limit(limit) as unknown as Promise<(Row & { id: number; sortValue: string })[]>,
      }),

    /** All rows that match, in order and some at a time. Their columns have the database's names, amounts are decimal text. */
    all: <Raw>(db: UserDb, query: ListQuery & Search): AsyncGenerator<Raw[]> =>
      readAll<Raw>(db, query, {
        ...orders,
        select: (orderBy) =>
          sql`select * from ${anyTable} where ${and(mine(db), matchesSearch(anyTable.searchText, query.search))} order by ${orderBy}`,
      }),

    count: async (db: UserDb, { search }: Search): Promise<number> => {
      const [row] = await db.orm
        .select({ count: count() })
        .from(anyTable)
        .where(and(mine(db), matchesSearch(anyTable.searchText, search)))
      return row!.count
    },

    one: async (db: UserDb, id: number): Promise<Row> => {
      const [row] = await db.orm.select().from(anyTable).where(mine(db, id))
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

    /** Saves over the row. With the `version` that the form was opened with, a save of a stale copy is refused with 409 and the present row. */
    update: (db: UserDb, id: number, { version, ...values }: Values & { version?: number | undefined }): Promise<Row> =>
      updateVersioned(db, table, what, { id, version, values: blanksAsNull(values) }, async () => {
        const [present] = await db.orm.select().from(anyTable).where(mine(db, id))
        return present
      }),

    /** Deletes the row, so that it can be asked back for a while. */
    remove: async (db: UserDb, id: number): Promise<void> => {
      if (!(await moveToRecycleBin(db, table, id))) throw notFound(what)
    },

    /** Undoes a deletion. Asked twice, it answers the row that is back already. */
    restore: async (db: UserDb, id: number): Promise<Row> => {
      await restoreFromRecycleBin(db, table, id)
      const [row] = await db.orm.select().from(anyTable).where(mine(db, id))
      if (!row) throw notFound(what)
      return row as Row
    },
  }
}

/** '' and a missing value are stored alike: as nothing. */
const blanksAsNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]))
