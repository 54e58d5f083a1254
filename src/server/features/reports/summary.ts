import type { z } from 'zod'
import { counted } from '#server/books/counted.ts'
import { sumOf } from '#server/books/figures.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { reportSummary } from '#shared/api/reports.ts'
import { type Day, monthStart } from '#shared/dates.ts'
import { zero } from '#shared/money.ts'
import { everything, monthEnd, previousRange, type Range } from '#shared/periods.ts'

/** The four cards above every report. @param db a transaction that sees one moment, so that they agree */
export const readSummary = async (db: UserDb, range: Range, today: Day): Promise<z.output<typeof reportSummary>> => {
  const previous = previousRange(range)
  const month = { from: monthStart(today), to: monthEnd(today) }
  const [revenue, revenuePrevious, open, paid, expenses, expensesPrevious] = await Promise.all([
    sumOf(db, { of: 'received', ...range }, today),
    previous ? sumOf(db, { of: 'received', ...previous }, today) : zero,
    counted(db, { of: 'receivable', ...everything }, today),
    counted(db, { of: 'received', ...month }, today),
    sumOf(db, { of: 'expenses', ...range }, today),
    previous ? sumOf(db, { of: 'expenses', ...previous }, today) : zero,
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
