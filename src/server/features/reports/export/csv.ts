import type { Cell, Row } from '#server/features/reports/builders/cells.ts'
import { readReport } from '#server/features/reports/builders/read-report.ts'
import type { ReportRequest } from '#server/features/reports/builders/report-request.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/cursor.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { toDecimal } from '#shared/money.ts'

/** A report up to here is written as it is shown. */
const short = 500

const cellText = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

const linesOf = (rows: readonly Row[]) => formatCsvRows(rows.map(({ cells }) => cells.map(cellText)))

/**
 * Writes a report's whole table as CSV, piece by piece, however many rows it has.
 * @param db a transaction that sees one moment
 * @throws AppError 404 for a statement of a customer who isn't there
 */
export const writeCsv = async (db: UserDb, asked: ReportRequest, write: (text: string) => Promise<void>): Promise<void> => {
  const { report, long } = await readReport(db, { ...asked, maxRows: short })
  const { columns, rows } = report.table
  await write(`${byteOrderMark}${formatCsvRows([columns.map(({ label }) => label)])}`)
  if (!long) return write(linesOf(rows))
  await write(linesOf(rows.slice(0, long.first)))
  for await (const some of readInBatches<never>(db, long.query)) await write(linesOf(some.map(long.toRow)))
  await write(linesOf(rows.slice(long.end)))
}
