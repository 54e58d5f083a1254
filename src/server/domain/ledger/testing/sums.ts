import { customerIdSql, type Figure, selectContributions } from '#server/domain/ledger/figures/contributions.ts'
import { sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { parseSum, type Sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'

/** Computes a single figure by period, in the order of the periods. */
export const sumFigureByPeriod = async (db: UserDb, figure: Figure, periods: readonly Range[], today: Day): Promise<Sum[]> =>
  (await sumByPeriod(db, [figure], periods, today)).map(({ sums }) => sums[0]!)

type FigureDimension = 'customer' | 'account' | 'category' | 'rate'
type FigureGroup = { key: string | null; sum: Sum }

/**
 * What a figure is grouped by, over its contributions `c` and their invoice or expense `x`: read from the documents, not from the journal. Only 'account' is the
 * customer whose account has the line: an invoice that now is another customer's has lines of both, until the day of the correction.
 */
const keySql: Record<FigureDimension, string> = {
  customer: `${customerIdSql('x')}::text`,
  account: 'c.customer_id::text',
  category: 'x.category',
  rate: 'trim_scale(coalesce(t.percent, 0))::text',
}

/** Computes a figure for each customer (by id), category or rate of whole invoices, largest first. */
export const sumFigureBy = async (db: UserDb, figure: Figure, dimension: FigureDimension, today: Day): Promise<FigureGroup[]> => {
  const { text, values } = selectContributions(db.userId, figure, today)
  const isExpense = figure.of === 'expenses'
  const key = isExpense && dimension === 'customer' ? 'x.customer_id::text' : keySql[dimension]
  const found = await db.rows<{ key: string | null; sum: string }>(
    `select ${key} as key, sum(c.amount)::text as sum
     from (${text}) c join ${isExpense ? 'expenses' : 'documents'} x on x.user_id = $1 and x.id = c.doc
     left join document_taxes t on t.user_id = $1 and t.document_id = x.id and t.tax_rate_id is null
     ${dimension === 'rate' ? 'where c.tax_rate_id is null' : ''}
     group by 1 order by sum(c.amount) desc, 1`,
    values,
  )
  return found.map((row) => ({ ...row, sum: parseSum(row.sum) }))
}
