import { sql } from 'drizzle-orm'
import type { Which } from '#server/papers/find.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { finder } from './list.ts'

/** How many estimates match, and what they come to. */
export const summaryOf = async (db: UserDb, which: Which, today: Day): Promise<{ count: number; total: Cents }> => {
  const { rows } = await db.orm.execute<{ count: number; total: string }>(
    sql`select count(*)::int as count, coalesce(sum(p.total), 0)::numeric(16,2)::text as total ${finder.wanted(db, which, today)}`,
  )
  const { count, total } = rows[0]!
  return { count, total: parseCents(total) }
}
