import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notFound, StaleCopyError } from '../errors.ts'
import type { UserDb } from './client.ts'

type OwnedTable = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn }

/**
 * Reads and writes the rows of one user in one table: 'whose row?' is asked here and by the database, and nowhere else.
 * A stranger's row answers 404 as if it weren't there.
 * @param what names the record in messages, e.g. 'Customer'
 */
export const ownedTable = <T extends OwnedTable>(table: T, what: string) => {
  type Row = T['$inferSelect']
  type Values = Omit<T['$inferInsert'], 'id' | 'userId' | 'version' | 'createdAt' | 'updatedAt'>
  // The generic table's columns are known to be there by its type; drizzle's builders want the concrete one.
  const anyTable = table as unknown as typeof import('./schema/business.ts').customers
  const mine = (db: UserDb, id: number) => and(eq(anyTable.userId, db.userId), eq(anyTable.id, id))

  return {
    all: async (db: UserDb): Promise<Row[]> =>
      (await db.orm.select().from(anyTable).where(eq(anyTable.userId, db.userId)).orderBy(asc(anyTable.id))) as Row[],

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
    update: async (db: UserDb, id: number, { version, ...values }: Values & { version?: number | undefined }): Promise<Row> => {
      const fresh = version === undefined ? undefined : eq(anyTable.version, version)
      const [row] = await db.orm
        .update(anyTable)
        .set({ ...(blanksAsNull(values) as object), version: sql`${anyTable.version} + 1`, updatedAt: new Date() })
        .where(and(mine(db, id), fresh))
        .returning()
      if (row) return row as Row
      const [present] = await db.orm.select().from(anyTable).where(mine(db, id))
      if (!present) throw notFound(what)
      throw new StaleCopyError(what, present)
    },

    remove: async (db: UserDb, id: number): Promise<void> => {
      const gone = await db.orm.delete(anyTable).where(mine(db, id)).returning({ id: anyTable.id })
      if (gone.length === 0) throw notFound(what)
    },
  }
}

/** '' and a missing value are stored alike: as nothing. */
const blanksAsNull = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]))
