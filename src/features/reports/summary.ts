import type { z } from 'zod'
import { countFigure, sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { reportSummary } from '#shared/contract/reports.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { noSum } from '#shared/money.ts'
import { allTime, getMonthEnd, getPreviousRange, type Range } from '#shared/periods.ts'

/** @param db a repeatable-read transaction, so that the cards agree */
export const readSummary = async (db: UserDb, range: Range, today: Day): Promise<z.output<typeof reportSummary>> => {
  const previous = getPreviousRange(range)
  const month = { from: getMonthStart(today), to: getMonthEnd(today) }
  const [revenue, revenuePrevious, open, paid, expenses, expensesPrevious] = await Promise.all([
    sumFigure(db, { of: 'received', ...range }, today),
    previous ? sumFigure(db, { of: 'received', ...previous }, today) : noSum,
    countFigure(db, { of: 'receivable', ...allTime }, today),
    countFigure(db, { of: 'received', ...month }, today),
    sumFigure(db, { of: 'expenses', ...range }, today),
    previous ? sumFigure(db, { of: 'expenses', ...previous }, today) : noSum,
  ])
  return {
    range,
    previous,
    totalRevenue: revenue,
    revenuePrevious,
    outstanding: open.sum,
    pendingInvoices: open.count,
    paidThisMonth: paid.sum,
    invoicesPaid: paid.count,
    totalExpenses: expenses,
    expensesPrevious,
  }
}
