import type { Figure } from '#server/domain/ledger/figures/contributions.ts'
import { sumByAge, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { Sum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { bases } from '#shared/reports.ts'
import { type Figures, figureLabels, getCreditEnds, getPeriodEnds } from './compared-figures.ts'

export const readReportFigures = async (db: UserDb, periods: readonly Range[], today: Day): Promise<Figures> => {
  const figures = new Map<string, Sum>()
  const addFlow = async (name: string, figure: Pick<Figure, 'of' | 'basis'>) => {
    const sums = await sumByPeriod(db, [{ ...allTime, ...figure }], periods, today)
    for (const [i, period] of periods.entries()) figures.set(figureLabels.flow(name, period, figure.basis), sums[i]!.sums[0]!)
  }
  await addFlow('Expenses', { of: 'expenses' })
  await addFlow('Invoiced', { of: 'invoiced' })
  await addFlow('Payments', { of: 'paymentsIn' })
  await addFlow('Refunds', { of: 'refundsOut' })
  await addFlow('Money received', { of: 'received' })
  for (const basis of bases) {
    await addFlow('Sales', { of: 'sales', basis })
    await addFlow('Sales tax', { of: 'tax', basis })
  }
  for (const to of getPeriodEnds(periods))
    for (const { bucket, amount } of await sumByAge(db, { of: 'receivable', from: allTime.from, to }, today))
      figures.set(figureLabels.receivable(to, bucket), amount)
  for (const basis of bases)
    for (const to of getCreditEnds(periods, basis))
      figures.set(figureLabels.credit(to, basis), await sumFigure(db, { of: 'credit', basis, from: allTime.from, to }, today))
  return figures
}
