import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound, StaleVersionError } from '#server/platform/errors/app-error.ts'

type Versioned = PgTable & { id: PgColumn; userId: PgColumn; version: PgColumn }

/**
 * Updates a row of this user (optimistic concurrency control); undefined values are left unchanged. An update with another than the current `version` is
 * refused; without a version it always applies.
 * @param what the record's name in messages
 * @param readCurrent reads the current record for the refusal; undefined or null when it does not exist
 * @throws AppError 404, StaleVersionError (409) with the current record
 */
export const updateVersioned = async <T extends Versioned>(
  db: UserDb,
  table: T,
  what: string,
  { id, version, values }: { id: number; version: number | undefined; values: Partial<T['$inferInsert']> },
  readCurrent: () => Promise<unknown>,
): Promise<T['$inferSelect']> => {
  // The type of the generic table guarantees its columns; drizzle's query builders need a concrete table.
  const anyTable = table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const [row] = await db.orm
    .update(anyTable)
    .set({ ...(values as object), version: sql`${anyTable.version} + 1`, updatedAt: new Date() })
    .where(and(eq(anyTable.userId, db.userId), eq(anyTable.id, id), version === undefined ? undefined : eq(anyTable.version, version)))
    .returning()
  if (row) return row as T['$inferSelect']
  const current = await readCurrent()
  if (!current) throw notFound(what)
  throw new StaleVersionError(what, current)
}
