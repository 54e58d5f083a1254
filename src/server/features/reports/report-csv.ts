import { byteOrderMark, csvLines } from '#server/platform/csv.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { toDecimal } from '#shared/money.ts'
import type { Asked, LongPart } from './asked.ts'
import type { Cell, Row } from './cells.ts'
import { readReport } from './read.ts'

/** So many rows are in memory at a time. */
const atOnce = 500

const cellText = ({ text, amount, count, day }: Cell): string | null =>
  text ?? (amount !== undefined ? toDecimal(amount) : count !== undefined ? String(count) : (day ?? null))

const linesOf = (rows: readonly Row[]) => csvLines(rows.map(({ cells }) => cells.map(cellText)))

async function* allOf(db: UserDb, { query, rowOf }: LongPart): AsyncGenerator<Row[]> {
  await db.rows(`declare report_rows no scroll cursor for ${query.text}`, query.values)
  for (;;) {
    const found = await db.rows<never>(`fetch ${atOnce} from report_rows`)
    if (found.length > 0) yield found.map(rowOf)
    if (found.length < atOnce) break
  }
  await db.rows('close report_rows')
}

/**
 * Writes a report's whole table as CSV, piece by piece, however many rows it has.
 * @param db a transaction that sees one moment
 * @throws AppError 404 for a statement of a customer who isn't there
 */
export const writeCsv = async (db: UserDb, asked: Asked, write: (text: string) => Promise<void>): Promise<void> => {
  const { report, long } = await readReport(db, { ...asked, mostRows: atOnce })
  const { columns, rows } = report.table
  await write(`${byteOrderMark}${csvLines([columns.map(({ label }) => label)])}`)
  if (!long) return write(linesOf(rows))
  await write(linesOf(rows.slice(0, long.first)))
  for await (const some of allOf(db, long)) await write(linesOf(some))
  await write(linesOf(rows.slice(long.end)))
}
