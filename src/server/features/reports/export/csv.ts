import type { Cell, Row } from '#server/features/reports/builders/cells.ts'
import { readReport } from '#server/features/reports/builders/read-report.ts'
import type { ReportRequest } from '#server/features/reports/builders/report-request.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/cursor.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { toDecimal } from '#shared/money.ts'

/** Reports with up to so many rows are written as they are shown. */
const shortReportRows = 500

const formatCell = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

const formatRows = (rows: readonly Row[]) => formatCsvRows(rows.map(({ cells }) => cells.map(formatCell)))

/**
 * Writes the complete table of a report as CSV, in pieces.
 * @param db a repeatable-read transaction
 * @throws AppError 404 for a statement of a customer that does not exist
 */
export const writeCsv = async (db: UserDb, request: ReportRequest, write: (text: string) => Promise<void>): Promise<void> => {
  const { report, long } = await readReport(db, { ...request, maxRows: shortReportRows })
  const { columns, rows } = report.table
  await write(`${byteOrderMark}${formatCsvRows([columns.map(({ label }) => label)])}`)
  if (!long) return write(formatRows(rows))
  await write(formatRows(rows.slice(0, long.first)))
  for await (const some of readInBatches<never>(db, long.query)) await write(formatRows(some.map(long.toRow)))
  await write(formatRows(rows.slice(long.end)))
}
