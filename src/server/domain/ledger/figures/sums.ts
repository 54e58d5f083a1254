import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { customerIdSql, type Figure, selectContributions } from './contributions.ts'

const text = (sum: string) => `coalesce(sum(${sum}), 0)::numeric(18,2)::text`

/** What a figure comes to. */
export const sumFigure = async (db: UserDb, figure: Figure, today: Day): Promise<Cents> => {
  const { text: rows, values } = selectContributions(db.userId, figure, today)
  const [row] = await db.rows<{ sum: string }>(`select ${text('amount')} as sum from (${rows}) c`, values)
  return parseCents(row!.sum)
}

/** What it comes to in each part of its range, in the parts' order. @param parts side by side, within the figure's range */
export const sumFigureByPeriod = async (db: UserDb, figure: Figure, parts: readonly Range[], today: Day): Promise<Cents[]> => {
  const { text: rows, values } = selectContributions(db.userId, figure, today)
  const found = await db.rows<{ part: number; sum: string }>(
    `select width_bucket(c.day, $${values.length + 1}::date[]) as part, ${text('c.amount')} as sum from (${rows}) c group by 1`,
    [...values, parts.map(({ from }) => from)],
  )
  const sums = parts.map(() => zero)
  // Parts are counted from 1.
  for (const { part, sum } of found) sums[part - 1] = parseCents(sum)
  return sums
}

export type FigureDimension = 'customer' | 'category' | 'rate'
export type FigureGroup = { key: string | null; sum: Cents; count: number }

/** What a figure is grouped by, over its rows `c` and their invoice or expense `x`. */
const keys: Record<FigureDimension, string> = {
  customer: `${customerIdSql('x')}::text`,
  category: 'x.category',
  rate: 'x.tax_rate::text',
}

/** What it comes to for each customer (by id), category or tax rate, with the number of documents; the largest first. */
export const sumFigureBy = async (db: UserDb, figure: Figure, dimension: FigureDimension, today: Day): Promise<FigureGroup[]> => {
  const { text: rows, values } = selectContributions(db.userId, figure, today)
  const [table, key] =
    figure.of === 'expenses'
      ? ['expenses', dimension === 'customer' ? 'x.customer_id::text' : keys[dimension]]
      : ['invoices', keys[dimension]]
  const found = await db.rows<{ key: string | null; sum: string; count: number }>(
    `select ${key} as key, ${text('c.amount')} as sum, count(distinct c.doc)::int as count
     from (${rows}) c join ${table} x on x.user_id = $1 and x.id = c.doc group by 1 order by sum(c.amount) desc, 1`,
    values,
  )
  return found.map((row) => ({ ...row, sum: parseCents(row.sum) }))
}
