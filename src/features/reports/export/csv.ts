import type { Cell, Row } from '#features/reports/builders/cells.ts'
import { readReport } from '#features/reports/builders/read-report.ts'
import type { ReportRequest } from '#features/reports/builders/report-request.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/cursor.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { toDecimal } from '#shared/money.ts'

/** Longer reports are written in pieces. */
const shortReportRows = 500

const formatCell = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

/** @param db a repeatable-read transaction @throws AppError 404 for a statement of a customer that does not exist */
export const writeCsv = async (db: UserDb, request: ReportRequest, write: (text: string) => Promise<void>): Promise<void> => {
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
