import { sql } from 'drizzle-orm'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { estimateFinder } from './list.ts'

/** Gets count and total of the matching estimates. */
export const getEstimateSummary = async (db: UserDb, which: DocumentFilter, today: Day): Promise<{ count: number; total: Cents }> => {
  const { rows } = await db.orm.execute<{ count: number; total: string }>(
    sql`select count(*)::int as count, coalesce(sum(p.total), 0)::numeric(16,2)::text as total ${estimateFinder.wanted(db, which, today)}`,
  )
  const { count, total } = rows[0]!
  return { count, total: parseCents(total) }
}
