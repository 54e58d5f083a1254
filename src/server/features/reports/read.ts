import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/api/reports.ts'
import { hasBasis, type ReportType, reportTitles } from '#shared/reports.ts'
import type { ReportBuilder, ReportRequest, TruncatedRows } from './asked.ts'
import { buildCustomerReport } from './customer-report.ts'
import { buildExpenseReport } from './expenses.ts'
import { buildInvoiceReport } from './invoice-report.ts'
import { buildProfitLossReport } from './profit-loss.ts'
import { buildReceivablesReport } from './receivables.ts'
import { buildRevenueReport } from './revenue.ts'
import { buildSalesTaxReport } from './sales-tax.ts'
import { limitToActivity } from './span.ts'
import { buildStatementReport } from './statement.ts'

const reports: Record<ReportType, ReportBuilder> = {
  revenue: buildRevenueReport,
  expenses: buildExpenseReport,
  customer: buildCustomerReport,
  invoice: buildInvoiceReport,
  'profit-loss': buildProfitLossReport,
  'sales-tax': buildSalesTaxReport,
  receivables: buildReceivablesReport,
  statement: buildStatementReport,
}

/**
 * Reads a report; a table that may be long up to `asked.mostRows`.
 * @param db a transaction that sees one moment, so that all figures agree
 * @returns with it, where rows were left out, how to read all of them
 * @throws AppError 404 for a statement of a customer who isn't there
 */
export const readReport = async (db: UserDb, asked: ReportRequest): Promise<{ report: Report; long: TruncatedRows | null }> => {
  const { type, range, previous, basis } = asked
  const { report, long } = await reports[type](db, { ...asked, chartRange: await limitToActivity(db, range, asked.today) })
  return { report: { type, title: reportTitles[type], range, previous, basis: hasBasis(type) ? basis : null, ...report }, long }
}
