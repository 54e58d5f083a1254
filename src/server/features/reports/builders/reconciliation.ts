import type { Figure } from '#server/domain/ledger/figures/contributions.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, cents, zero } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { createRow, createSubtotal, emptyCell, type Row, sumCell, textCell } from './cells.ts'

type Sum = { figure: Figure; amount: Cents }
/** Figures of the range and of the moments at its ends; null at the beginning of all days, before which there was nothing. */
export type Reconciliation = { tax: Sum; received: Sum; creditChange: Figure; owed: { before: Sum | null; after: Sum } | null }

/** The end of the day, as the figures of a moment have it. */
export const toRangeUntil = (to: Day): Range => ({ from: allTime.from, to })

/** Reads what lies between income and the money that came. On the cash basis nobody owes anything. */
export const readReconciliation = async (db: UserDb, range: Range, basis: Basis, today: Day): Promise<Reconciliation> => {
  const sumFor = async (figure: Figure): Promise<Sum> => ({ figure, amount: await sumFigure(db, figure, today) })
  const start = range.from === allTime.from ? null : toRangeUntil(addDays(range.from, -1))
  const [tax, received, before, after] = await Promise.all([
    sumFor({ of: 'tax', basis, ...range }),
    sumFor({ of: 'received', ...range }),
    basis === 'accrual' && start ? sumFor({ of: 'receivable', ...start }) : null,
    basis === 'accrual' ? sumFor({ of: 'receivable', ...toRangeUntil(range.to) }) : null,
  ])
  return { tax, received, creditChange: { of: 'creditChange', basis, ...range }, owed: after && { before, after } }
}

/**
 * The rows in which income becomes the money received: income + sales tax + owed at the start - owed at the end + change in credit.
 * What is taken away is named so, and stands as the figure that it is. The last of them follows from the others, as every entry of the journal balances:
 * looking through all credit of a year would take longer than all the rest. Opened, it is the documents' own sum, to which tests hold it.
 */
export const buildReconciliationRows = (
  { tax, received, owed, creditChange }: Reconciliation,
  { income, ...sales }: Figure & { income: Cents },
  width: number,
): Row[] => {
  const owedMore = cents((owed?.after.amount ?? 0) - (owed?.before?.amount ?? 0))
  const credited = cents(received.amount - income - tax.amount + owedMore)
  const rest = Array.from({ length: width - 2 }, () => emptyCell)
  const line = (words: string, sum: Sum | null) =>
    createRow(textCell(words), sum ? sumCell(sum.amount, sum.figure) : { amount: zero }, ...rest)
  return [
    line('Income', { amount: income, figure: sales }),
    line('Plus sales tax', tax),
    ...(owed ? [line('Plus what customers owed at the start', owed.before), line('Less what customers owe at the end', owed.after)] : []),
    line('Plus change in customer credit', { amount: credited, figure: creditChange }),
    createSubtotal(textCell('Money received'), sumCell(received.amount, received.figure), ...rest),
  ]
}
