import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { type Figure, selectContributions } from './contributions.ts'

/**
 * What a figure comes to, and of how many invoices or expenses: those of which more came than went back. Dashboard and Reports say so:
 * '5 invoices pending', '15 invoices paid'.
 */
export const countFigure = async (db: UserDb, figure: Figure, today: Day): Promise<{ sum: Cents; count: number }> => {
  const { text, values } = selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string; count: number }>(
    `select coalesce(sum(amount), 0)::text as sum, (count(*) filter (where amount > 0))::int as count
     from (select sum(amount) as amount from (${text}) c group by doc) d`,
    values,
  )
  return { sum: parseCents(row!.sum), count: row!.count }
}
