import type { z } from 'zod'
import { listStatementEmails, queueStatementEmail } from '#features/reports/statement-emails/statement-emails.ts'
import { getBusiness } from '#server/domain/business/business.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { listFigureDocuments } from '#server/domain/ledger/figures/drill-down.ts'
import { countFigure, sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { Clock, Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/pagination.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { type Caller, type FileReply, idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { type reportSummary, reportsApi } from '#shared/contract/reports.ts'
import { statementScheduleApi as api } from '#shared/contract/statement-schedule.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { noSum, toDecimal } from '#shared/money.ts'
import { allTime, getMonthEnd, getPreviousRange, type Range } from '#shared/periods.ts'
import type { Cell, Row } from './builders/cells.ts'
import { readReport } from './builders/read-report.ts'
import { type ReportRequest, toReportRequest } from './builders/report-request.ts'
import { getStatementDetails } from './builders/statement-details.ts'
import { getReportFileName, getReportTexts, renderReportPdf } from './export/pdf.ts'
import { sendStatementRunners } from './statement-emails/send.job.ts'
import { statementScheduleRunners } from './statement-schedule/run.ts'
import { getSchedule, listRuns, saveSchedule } from './statement-schedule/store.ts'

/** @param db a repeatable-read transaction, so that the cards agree */
const readSummary = async (db: UserDb, range: Range, today: Day): Promise<z.output<typeof reportSummary>> => {
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

const statementRoutes = ({ now }: Clock): Route[] => [
  idempotentRoute(reportsApi.emailStatement, ({ user, body, idempotent }) =>
    user.tx((db) => idempotent(db, () => queueStatementEmail(db, body))),
  ),
  route(reportsApi.statementEmails, ({ user, query }) => user.tx((db) => listStatementEmails(db, query))),
  route(api.read, ({ user }) => user.tx(getSchedule)),
  idempotentRoute(api.save, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await saveSchedule(db, body, now())
        return getSchedule(db)
      }),
    ),
  ),
  route(api.runs, ({ user }) => user.tx(listRuns)),
]

const maxShownRows = 500
const maxPrintedRows = 2000

/** Each reply is read in one repeatable-read transaction, so that its figures agree. */
const reportRoutes = (services: Services) => [
  route(reportsApi.summary, ({ user, query, today }) => user.snapshot((db) => readSummary(db, query, today))),

  route(reportsApi.read, ({ user, query, today }) =>
    user.snapshot(async (db) => (await readReport(db, toReportRequest(query, today, maxShownRows))).report),
  ),

  route(reportsApi.documents, ({ user, query: { limit, after, ...figure }, today }) =>
    user.snapshot((db) => listFigureDocuments(db, figure, { limit, after }, today)),
  ),

  route(reportsApi.export, ({ user, query: { format, ...query }, today }) =>
    format === 'csv'
      ? exportCsv(user, toReportRequest(query, today, 0))
      : exportPdf(services, user, toReportRequest(query, today, maxPrintedRows)),
  ),
]

/** Longer reports are written in pieces. */
const shortReportRows = 500

const formatCell = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

/** @param db a repeatable-read transaction @throws AppError 404 for a statement of a customer that does not exist */
const writeCsv = async (db: UserDb, request: ReportRequest, write: (text: string) => Promise<void>): Promise<void> => {
  const { report, long } = await readReport(db, { ...request, maxRows: shortReportRows })
  const { columns, rows } = report.table
  // A file has no currency symbols, so each row names the currency where it isn't that of the business.
  const hasCurrencies = rows.some(({ currency }) => currency !== undefined)
  const format = (some: readonly Row[]) =>
    formatCsvRows(some.map(({ cells, currency }) => [...cells.map(formatCell), ...(hasCurrencies ? [currency ?? null] : [])]))
  const labels = columns.map(({ label }) => label)
  await write(`${byteOrderMark}${formatCsvRows([hasCurrencies ? [...labels, 'Currency'] : labels])}`)
  let written = 0
  for (const { first, end, query, toRow } of long) {
    await write(format(rows.slice(written, first)))
    for await (const some of readInBatches<never>(db, query)) await write(format(some.map(toRow)))
    written = end
  }
  await write(format(rows.slice(written)))
}

const exportCsv = async (user: Caller, request: ReportRequest): Promise<FileReply> => ({
  bytes: await spoolToDisk((write) => user.snapshot((db) => writeCsv(db, request, write))),
  contentType: 'text/csv; charset=utf-8',
  fileName: getReportFileName(request.type, request.range, 'csv'),
  disposition: 'attachment',
})

const exportPdf = async (services: Services, user: Caller, request: ReportRequest): Promise<FileReply> => {
  const { range, customerId, today } = request
  const printed = await user.snapshot(async (db) => {
    const business = await getBusiness(db)
    const statement = request.type === 'statement' && customerId !== null ? await getStatementDetails(db, customerId, range, today) : null
    const { report } = await readReport(db, { ...request, texts: getReportTexts(business, statement) })
    return [business, report, statement] as const
  })
  return renderReportPdf({ ...services, account: getPdfAccount(user.id) }, ...printed).catch(throwPdfError)
}

export const reportsModule: Module = (services) => ({
  routes: [...reportRoutes(services), ...statementRoutes(services)],
  runners: [...sendStatementRunners(services), ...statementScheduleRunners(services)],
})
