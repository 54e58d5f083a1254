import { documentsOf } from '#server/books/documents.ts'
import { accountOf, explainPdfError } from '#server/papers/pdf-reply.ts'
import { businessOf } from '#server/platform/business.ts'
import { type Caller, type FileReply, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { spooled } from '#server/platform/spool.ts'
import { reportsApi } from '#shared/api/reports.ts'
import { type Asked, askedOf } from './asked.ts'
import { reportFileName } from './file-name.ts'
import { readReport } from './read.ts'
import { writeCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'
import { statementParts } from './statement-parts.ts'
import { readSummary } from './summary.ts'

type Deps = { pdf: PdfRenderer }

/** A longer table is shown up to here, and is whole in the CSV file. */
const mostShown = 500
/** So many rows are drawn on paper. */
const mostPrinted = 2000

/** What is read for one answer is of one moment: all its figures agree. */
export const reportRoutes = (deps: Deps) => [
  route(reportsApi.summary, ({ user, query, today }) => user.atOneMoment((db) => readSummary(db, query, today))),

  route(reportsApi.read, ({ user, query, today }) =>
    user.atOneMoment(async (db) => (await readReport(db, askedOf(query, today, mostShown))).report),
  ),

  route(reportsApi.documents, ({ user, query: { limit, after, ...figure }, today }) =>
    user.atOneMoment((db) => documentsOf(db, figure, { limit, after }, today)),
  ),

  route(reportsApi.export, ({ user, query: { format, ...query }, today }) =>
    format === 'csv' ? csvFile(user, askedOf(query, today, 0)) : pdfFile(deps, user, askedOf(query, today, mostPrinted)),
  ),
]

const csvFile = async (user: Caller, asked: Asked): Promise<FileReply> => ({
  bytes: await spooled((write) => user.atOneMoment((db) => writeCsv(db, asked, write))),
  contentType: 'text/csv; charset=utf-8',
  fileName: reportFileName(asked.type, asked.range, 'csv'),
  disposition: 'attachment',
})

const pdfFile = async (deps: Deps, user: Caller, asked: Asked): Promise<FileReply> => {
  const { range, customerId, today } = asked
  const [{ report }, business, statement] = await user.atOneMoment((db) =>
    Promise.all([
      readReport(db, asked),
      businessOf(db),
      asked.type === 'statement' && customerId !== null ? statementParts(db, customerId, range, today) : null,
    ]),
  )
  return reportPdf({ ...deps, account: accountOf(user.id) }, business, report, statement).catch(explainPdfError)
}
