import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, matchesSearch, type Page, readAll, readPage, type SortKey } from '#server/platform/db/pagination.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { FieldChange, HistoryEvent } from '#shared/contract/document-history.ts'
import { announceSubject, readHistory, recordEvent, recordEvents, type Subject } from './event-log.ts'
import { moveToRecycleBin, restoreFromRecycleBin } from './recycle-bin.ts'
import { updateVersioned } from './versioned-update.ts'

export type OwnedTable = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn; searchText: PgColumn }
type Search = { search?: string | undefined }
type Sorts = Record<string, (descending: boolean) => SortKey>

/** What follows each change of a table's rows, in the transaction of the change. */
export type ChangeTracking<Row> = {
  /** The records in the event log. */
  subject: Subject['type']
  /** Lists the changed fields for the event log, as displayed text. */
  listChanges(db: UserDb, before: Row, after: Row): Promise<FieldChange[]>
  /** Called after rows are inserted, restored or updated. @param before the row before its update; null for new rows */
  onSaved(db: UserDb, rows: readonly Row[], before: Row | null): void
  onRemoved(db: UserDb, id: number): void
}

/**
 * Creates the data access of a table whose rows belong to users. Every statement is limited to the rows of the transaction's user, as row-level security
 * limits it again. Another user's row does not exist: 404. Changes are recorded in the event log.
 * @param what the record's name in messages, such as 'Customer'
 * @param tracking writes what is derived from the rows
 * @param sorts the sort orders of its list, by name; the first is the default
 * @param searchText the lower-case text that a search of its list matches, if it is more than the stored one
 */
export const createOwnedTable = <T extends OwnedTable>(
  table: T,
  what: string,
  tracking: ChangeTracking<T['$inferSelect'] & { id: number }>,
  sorts: Sorts = {},
  searchText: PgColumn | SQL = table.searchText,
) => {
  type Row = T['$inferSelect'] & { id: number }
  type Values = Omit<T['$inferInsert'], 'id' | 'userId' | 'version' | 'createdAt' | 'updatedAt'>
  // The type of the generic table guarantees its columns; drizzle's query builders need a concrete table.
  const anyTable = table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const isOwn = (db: UserDb, id?: number): SQL | undefined =>
    and(eq(anyTable.userId, db.userId), id === undefined ? undefined : eq(anyTable.id, id))

  const insertRows = async (db: UserDb, rows: readonly Values[]): Promise<Row[]> => {
    const inserted = (await db.orm
      .insert(anyTable)
      .values(rows.map((values) => ({ ...(blanksAsNull(values) as typeof anyTable.$inferInsert), userId: db.userId })))
      .returning()) as Row[]
    tracking.onSaved(db, inserted, null)
    return inserted
  }

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
            .where(and(isOwn(db), matchesSearch(searchText, query.search), where))
            .orderBy(orderBy)
            .limit(limit) as unknown as Promise<(Row & { id: number; sortValue: string })[]>,
      }),

    /** All matching rows in order, in batches. Columns have the database's names, amounts are decimal text. */
    all: <Raw>(db: UserDb, query: ListQuery & Search): AsyncGenerator<Raw[]> =>
      readAll<Raw>(db, query, {
        ...orders,
        select: (orderBy) =>
          sql`select * from ${anyTable} where ${and(isOwn(db), matchesSearch(searchText, query.search))} order by ${orderBy}`,
      }),

    count: async (db: UserDb, { search }: Search): Promise<number> => {
      const [row] = await db.orm
        .select({ count: count() })
        .from(anyTable)
        .where(and(isOwn(db), matchesSearch(searchText, search)))
      return row!.count
    },

    one: async (db: UserDb, id: number): Promise<Row> => {
      const [row] = await db.orm.select().from(anyTable).where(isOwn(db, id))
      if (!row) throw notFound(what)
      return row as Row
    },

    insert: async (db: UserDb, values: Values): Promise<Row> => {
      const [row] = await insertRows(db, [values])
      recordEvent(db, { type: tracking.subject, id: row!.id }, 'created')
      return row!
    },

    /** Inserts many rows. @returns their ids, ascending */
    insertAll: async (db: UserDb, rows: readonly Values[]): Promise<number[]> => {
      const ids: number[] = []
      for (let from = 0; from < rows.length; from += batchSize)
        for (const { id } of await insertRows(db, rows.slice(from, from + batchSize))) ids.push(id)
      if (ids.length > 0) await recordEvents(db, tracking.subject, ids, 'created')
      return ids
    },

    /** Updates the row. If `version` is given and not the current one, the update is refused with 409 and the current row. */
    update: async (db: UserDb, id: number, { version, ...values }: Values & { version?: number | undefined }): Promise<Row> => {
      // Locked, because the event has the values from before. Both statements are sent together.
      const reading = db.orm.select().from(anyTable).where(isOwn(db, id)).for('no key update').execute()
      const readBefore = async () => (await reading)[0] as Row | undefined
      const [before, updated] = await Promise.all([
        readBefore(),
        updateVersioned(db, table, what, { id, version, values: blanksAsNull(values) }, readBefore),
      ])
      const after = updated as Row
      tracking.onSaved(db, [after], before!)
      const changes = await tracking.listChanges(db, before!, after)
      if (changes.length > 0) recordEvent(db, { type: tracking.subject, id }, 'edited', changes)
      else announceSubject(db, tracking.subject)
      return after
    },

    /** Deletes the row; it can be restored for a while. */
    remove: async (db: UserDb, id: number): Promise<void> => {
      if (!(await moveToRecycleBin(db, table, id))) throw notFound(what)
      tracking.onRemoved(db, id)
      recordEvent(db, { type: tracking.subject, id }, 'deleted')
    },

    /** Undoes a deletion. A second call returns the restored row. */
    restore: async (db: UserDb, id: number): Promise<Row> => {
      const isRestored = await restoreFromRecycleBin(db, table, id)
      const [found] = await db.orm.select().from(anyTable).where(isOwn(db, id))
      if (!found) throw notFound(what)
      const row = found as Row
      if (isRestored) {
        tracking.onSaved(db, [row], null)
        recordEvent(db, { type: tracking.subject, id }, 'restored')
      }
      return row
    },

    /** The latest events of a row, newest first. */
    history: async (db: UserDb, id: number): Promise<HistoryEvent[]> => {
      const [[row], events] = await Promise.all([
        db.orm.select({ id: anyTable.id }).from(anyTable).where(isOwn(db, id)),
        readHistory(db, { type: tracking.subject, id }),
      ])
      if (!row) throw notFound(what)
      return events
    },
  }
}

/** Rows in a statement. */
const batchSize = 200

/** '' and a missing value are both stored as null. */
const blanksAsNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]))
