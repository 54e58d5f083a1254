import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound, StaleVersionError } from '#server/platform/errors/app-error.ts'

type Versioned = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn }

/**
 * Saves over a row of this user; what `values` has as undefined stays as it is. With the `version` that the form was opened with, a save of a
 * stale copy is refused.
 * @param what names the record in messages
 * @param present reads the record as it is now, for whoever is refused; undefined or null when there is none
 * @throws AppError 404, StaleCopyError (409) with the present record
 */
export const updateVersioned = async <T extends Versioned>(
  db: UserDb,
  table: T,
  what: string,
  { id, version, values }: { id: number; version: number | undefined; values: Partial<T['$inferInsert']> },
  present: () => Promise<unknown>,
): Promise<T['$inferSelect']> => {
  // The generic table's columns are known to be there by its type; drizzle's builders want a concrete one.
  const anyTable = table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const [row] = await db.orm
    .update(anyTable)
    .set({ ...(values as object), version: sql`${anyTable.version} + 1`, updatedAt: new Date() })
    .where(and(eq(anyTable.userId, db.userId), eq(anyTable.id, id), version === undefined ? undefined : eq(anyTable.version, version)))
    .returning()
  if (row) return row as T['$inferSelect']
  const current = await present()
  if (!current) throw notFound(what)
  throw new StaleVersionError(what, current)
}
