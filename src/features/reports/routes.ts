import { getBusiness } from '#server/domain/business/business.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { listFigureDocuments } from '#server/domain/ledger/figures/drill-down.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { type Caller, type FileReply, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { readReport } from './builders/read-report.ts'
import { type ReportRequest, toReportRequest } from './builders/report-request.ts'
import { getStatementDetails } from './builders/statement-details.ts'
import { writeCsv } from './export/csv.ts'
import { getReportFileName } from './export/file-name.ts'
import { renderReportPdf } from './export/pdf.ts'
import { sendStatementRunners } from './statement-emails/send.job.ts'
import { statementRoutes } from './statement-schedule/routes.ts'
import { statementScheduleRunner } from './statement-schedule/run.ts'
import { readSummary } from './summary.ts'

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

const exportCsv = async (user: Caller, request: ReportRequest): Promise<FileReply> => ({
  bytes: await spoolToDisk((write) => user.snapshot((db) => writeCsv(db, request, write))),
  contentType: 'text/csv; charset=utf-8',
  fileName: getReportFileName(request.type, request.range, 'csv'),
  disposition: 'attachment',
})

const exportPdf = async (services: Services, user: Caller, request: ReportRequest): Promise<FileReply> => {
  const { range, customerId, today } = request
  const [{ report }, business, statement] = await user.snapshot((db) =>
    Promise.all([
      readReport(db, request),
      getBusiness(db),
      request.type === 'statement' && customerId !== null ? getStatementDetails(db, customerId, range, today) : null,
    ]),
  )
  return renderReportPdf({ ...services, account: getPdfAccount(user.id) }, business, report, statement).catch(throwPdfError)
}

export const reportsModule: Module = (services) => ({
  routes: [...reportRoutes(services), ...statementRoutes(services)],
  runners: [...sendStatementRunners(services), statementScheduleRunner(services)],
})
