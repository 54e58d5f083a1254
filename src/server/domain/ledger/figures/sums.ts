import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { parseSum, type Sum } from '#shared/money.ts'
import { type Figure, selectContributions } from './contributions.ts'
import { isInMonths, selectSummary } from './summary.ts'

export const sumFigure = async (db: UserDb, figure: Figure, today: Day): Promise<Sum> => {
  const { text, values } = isInMonths(figure) ? selectSummary(db.userId, figure) : selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string }>(`select coalesce(sum(amount), 0.00)::text as sum from (${text}) c`, values)
  return parseSum(row!.sum)
}

/** Counts the invoices or expenses whose contributions are positive in sum: '5 invoices pending', '15 invoices paid'. */
export const countFigure = async (db: UserDb, figure: Figure, today: Day): Promise<{ sum: Sum; count: number }> => {
  const { text, values } = selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string; count: number }>(
    `select coalesce(sum(amount), 0)::text as sum, (count(*) filter (where amount > 0))::int as count
     from (select sum(amount) as amount from (${text}) c group by doc) d`,
    values,
  )
  return { sum: parseSum(row!.sum), count: row!.count }
}
