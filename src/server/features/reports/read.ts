import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/api/reports.ts'
import { hasBasis, type ReportType, reportTitles } from '#shared/reports.ts'
import type { Asked, LongPart, MakeReport } from './asked.ts'
import { customerReport } from './customer-report.ts'
import { expensesReport } from './expenses.ts'
import { invoiceReport } from './invoice-report.ts'
import { profitLossReport } from './profit-loss.ts'
import { receivablesReport } from './receivables.ts'
import { revenueReport } from './revenue.ts'
import { salesTaxReport } from './sales-tax.ts'
import { happenedIn } from './span.ts'
import { statementReport } from './statement.ts'

const reports: Record<ReportType, MakeReport> = {
  revenue: revenueReport,
  expenses: expensesReport,
  customer: customerReport,
  invoice: invoiceReport,
  'profit-loss': profitLossReport,
  'sales-tax': salesTaxReport,
  receivables: receivablesReport,
  statement: statementReport,
}

/**
 * Reads a report; a table that may be long up to `asked.mostRows`.
 * @param db a transaction that sees one moment, so that all figures agree
 * @returns with it, where rows were left out, how to read all of them
 * @throws AppError 404 for a statement of a customer who isn't there
 */
export const readReport = async (db: UserDb, asked: Asked): Promise<{ report: Report; long: LongPart | null }> => {
  const { type, range, previous, basis } = asked
  const { report, long } = await reports[type](db, { ...asked, charted: await happenedIn(db, range, asked.today) })
  return { report: { type, title: reportTitles[type], range, previous, basis: hasBasis(type) ? basis : null, ...report }, long }
}
