import type { Figure } from '#server/domain/ledger/figures/contributions.ts'
import type { DrillDownFigure } from '#server/domain/ledger/figures/drill-down.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { noSum, type Sum, toSum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { createRow, createSubtotal, emptyCell, type Row, sumCell, textCell } from './cells.ts'

type FigureSum = { figure: DrillDownFigure; amount: Sum }
/** `before` is null when the range has no start. */
export type Reconciliation = {
  /** Entered by hand, and received in another way than from customers. */
  otherIncome: FigureSum
  tax: FigureSum
  received: FigureSum
  badDebts: FigureSum
  creditChange: Figure
  owed: { before: FigureSum | null; after: FigureSum } | null
}

export const toRangeUntil = (to: Day): Range => ({ from: allTime.from, to })

/** On a cash basis there are no receivables. */
export const readReconciliation = async (db: UserDb, range: Range, basis: Basis, today: Day): Promise<Reconciliation> => {
  const readSum = async (figure: Figure): Promise<FigureSum> => ({ figure, amount: await sumFigure(db, figure, today) })
  const start = range.from === allTime.from ? null : toRangeUntil(addDays(range.from, -1))
  const [otherIncome, tax, received, badDebts, before, after] = await Promise.all([
    readSum({ of: 'otherIncome', ...range }),
    readSum({ of: 'tax', basis, ...range }),
    readSum({ of: 'received', ...range }),
    readSum({ of: 'badDebts', basis, ...range }),
    basis === 'accrual' && start ? readSum({ of: 'receivable', ...start }) : null,
    basis === 'accrual' ? readSum({ of: 'receivable', ...toRangeUntil(range.to) }) : null,
  ])
  return { otherIncome, tax, received, badDebts, creditChange: { of: 'creditChange', basis, ...range }, owed: after && { before, after } }
}

/**
 * income - other income + sales tax - bad debts + receivables at the start - receivables at the end + change in customer credit. The change in credit is
 * computed from the others, as every journal entry balances, because reading it would take longer than all the rest. When it is opened it
 * is the sum of its documents; tests compare the two.
 */
export const buildReconciliationRows = (
  { otherIncome, tax, received, badDebts, owed, creditChange }: Reconciliation,
  income: FigureSum,
  width: number,
): Row[] => {
  const receivablesChange = (owed?.after.amount ?? 0n) - (owed?.before?.amount ?? 0n)
  const creditAmount = toSum(received.amount - income.amount + otherIncome.amount - tax.amount + badDebts.amount + receivablesChange)
  const rest = Array.from({ length: width - 2 }, () => emptyCell)
  const createLine = (words: string, sum: FigureSum | null) =>
    createRow(textCell(words), sum ? sumCell(sum.amount, sum.figure) : { amount: noSum }, ...rest)
  return [
    createLine('Income', income),
    ...(otherIncome.amount === 0n ? [] : [createLine('Less other income', otherIncome)]),
    createLine('Plus sales tax', tax),
    ...(badDebts.amount === 0n ? [] : [createLine('Less bad debts', badDebts)]),
    ...(owed
      ? [createLine('Plus what customers owed at the start', owed.before), createLine('Less what customers owe at the end', owed.after)]
      : []),
    createLine('Plus change in customer credit', { amount: creditAmount, figure: creditChange }),
    createSubtotal(textCell('Money received'), sumCell(received.amount, received.figure), ...rest),
  ]
}
