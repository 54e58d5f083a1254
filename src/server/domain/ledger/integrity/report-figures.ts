import { ageBucketSql, type Figure, selectContributions } from '#server/domain/ledger/figures/contributions.ts'
import { sumFigure, sumFigureByPeriod } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents, zero } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets, bases } from '#shared/reports.ts'
import { type Figures, figureLabels, getCreditEnds, getPeriodEnds } from './compared-figures.ts'

/** What is open at the end of a day, by how late it is. */
const receivableBy = async (db: UserDb, to: Day, today: Day): Promise<Map<AgeBucket, Cents>> => {
  const { text, values } = selectContributions(db.userId, { of: 'receivable', from: allTime.from, to }, today)
  const rows = await db.rows<{ bucket: AgeBucket; sum: string }>(
    `select ${ageBucketSql('c.day')} as bucket, sum(c.amount)::numeric(18,2)::text as sum from (${text}) c group by 1`,
    values,
  )
  return new Map(rows.map(({ bucket, sum }) => [bucket, parseCents(sum)]))
}

/** What dashboard, reports and statements say of the same figures as `journalFigures`: they are sums of the same queries. */
export const readReportFigures = async (db: UserDb, parts: readonly Range[], today: Day): Promise<Figures> => {
  const figures = new Map<string, Cents>()
  const flow = async (name: string, figure: Pick<Figure, 'of' | 'basis'>) => {
    const sums = await sumFigureByPeriod(db, { ...allTime, ...figure }, parts, today)
    for (const [i, part] of parts.entries()) figures.set(figureLabels.flow(name, part, figure.basis), sums[i]!)
  }
  await flow('Expenses', { of: 'expenses' })
  await flow('Invoiced', { of: 'invoiced' })
  await flow('Payments', { of: 'paymentsIn' })
  await flow('Refunds', { of: 'refundsOut' })
  await flow('Money received', { of: 'received' })
  for (const basis of bases) {
    await flow('Sales', { of: 'sales', basis })
    await flow('Sales tax', { of: 'tax', basis })
  }
  for (const to of getPeriodEnds(parts)) {
    const open = await receivableBy(db, to, today)
    for (const bucket of ageBuckets) figures.set(figureLabels.receivable(to, bucket), open.get(bucket) ?? zero)
  }
  for (const basis of bases)
    for (const to of getCreditEnds(parts, basis))
      figures.set(figureLabels.credit(to, basis), await sumFigure(db, { of: 'credit', basis, from: allTime.from, to }, today))
  return figures
}
