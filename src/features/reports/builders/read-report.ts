import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/contract/reports.ts'
import { type Day, day } from '#shared/dates.ts'
import { countDays, type Range } from '#shared/periods.ts'
import { hasBasis, type ReportType, reportTitles } from '#shared/reports.ts'
import { buildCustomerReport } from './customer-report.ts'
import { buildExpenseReport } from './expense-report.ts'
import { buildInvoiceReport } from './invoice-report.ts'
import { buildProfitLossReport } from './profit-loss-report.ts'
import { buildReceivablesReport } from './receivables-report.ts'
import type { ReportBuilder, ReportRequest, TruncatedRows } from './report-request.ts'
import { buildRevenueReport } from './revenue-report.ts'
import { buildSalesTaxReport } from './sales-tax-report.ts'
import { buildStatementReport } from './statement-report.ts'

/** Longer ranges are charted in part. */
const maxChartedDays = 8 * 366

const selectDay = (order: 'asc' | 'desc') => `
  select e.day from journal_entries e
  where e.user_id = $1 and e.day between $2 and $3 and e.reverses_id is null
    and not exists (select 1 from journal_entries r where r.user_id = $1 and r.reverses_id = e.id)
  order by e.day ${order} limit 1`
const activityQuery = `select (${selectDay('asc')})::text as first, (${selectDay('desc')})::text as last`

/**
 * From the year of its first document to the year of its last, so that bars are not lost among empty centuries. Without documents it is
 * this year, if it is in the range.
 */
const limitToActivity = async (db: UserDb, range: Range, today: Day): Promise<Range> => {
  if (countDays(range) <= maxChartedDays) return range
  const [ends] = await db.rows<{ first: string | null; last: string | null }>(activityQuery, [db.userId, range.from, range.to])
  const [first, last] = [(ends!.first ?? today).slice(0, 4), (ends!.last ?? today).slice(0, 4)]
  const [from, to] = [day(`${first}-01-01`), day(`${last}-12-31`)]
  if (from > range.to || to < range.from) return range
  const inTime = [from, to, range.from, range.to].sort()
  return { from: inTime[1]!, to: inTime[2]! }
}

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
 * @param db a repeatable-read transaction, so that all figures agree @returns `long`: how to read all rows where some were left out @throws
 * AppError 404 for a statement of a customer that does not exist
 */
export const readReport = async (db: UserDb, request: ReportRequest): Promise<{ report: Report; long: TruncatedRows[] }> => {
  const { type, range, previous, basis } = request
  const { report, long } = await reports[type](db, { ...request, chartRange: await limitToActivity(db, range, request.today) })
  return {
    report: { type, title: request.texts.find(reportTitles[type]), range, previous, basis: hasBasis(type) ? basis : null, ...report },
    long,
  }
}
