import { byteOrderMark, csvLines } from '#server/platform/csv.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { toDecimal } from '#shared/money.ts'
import type { Asked } from './asked.ts'
import type { Cell, Row } from './cells.ts'
import { readReport } from './read.ts'

/** A report up to here is written as it is shown. */
const short = 500

const cellText = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

const linesOf = (rows: readonly Row[]) => csvLines(rows.map(({ cells }) => cells.map(cellText)))

/**
 * Writes a report's whole table as CSV, piece by piece, however many rows it has.
 * @param db a transaction that sees one moment
 * @throws AppError 404 for a statement of a customer who isn't there
 */
export const writeCsv = async (db: UserDb, asked: Asked, write: (text: string) => Promise<void>): Promise<void> => {
  const { report, long } = await readReport(db, { ...asked, mostRows: short })
  const { columns, rows } = report.table
  await write(`${byteOrderMark}${csvLines([columns.map(({ label }) => label)])}`)
  if (!long) return write(linesOf(rows))
  await write(linesOf(rows.slice(0, long.first)))
  for await (const some of inBatches<never>(db, long.query)) await write(linesOf(some.map(long.rowOf)))
  await write(linesOf(rows.slice(long.end)))
}
