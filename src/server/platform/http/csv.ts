import papaparse from 'papaparse'
import type { UserDb } from '#server/platform/db/client.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { escapeFormula } from '#shared/formulas.ts'
import type { Caller, FileReply } from './route.ts'

/** Without it, spreadsheets read a CSV file in the system's legacy encoding. */
export const byteOrderMark = '\uFEFF'

/** '-12.50', '+12.5%': amounts and changes begin like formulas and are left unescaped, so that spreadsheets read them as numbers. */
const plainNumber = /^(-\d{1,40}\.\d{2,3}|[+-][\d,]{1,60}\.\d%)$/

/** Formats rows as CSV (RFC 4180: commas, CRLF). Cells that a spreadsheet would run as a formula are escaped; null is an empty cell. @returns '' for no rows */
export const formatCsvRows = (rows: readonly (readonly (string | null)[])[]): string => {
  if (rows.length === 0) return ''
  const lines = rows.map((cells) => cells.map((cell) => (cell === null ? '' : plainNumber.test(cell) ? cell : escapeFormula(cell))))
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`
}

/** Splits a CSV file into rows of cells, whether they are separated by commas, semicolons or tabs. */
export const parseCsv = (text: string): string[][] => papaparse.parse<string[]>(text.replace(byteOrderMark, '')).data

/** The name of each column, and the function for its cells: null is an empty cell, amounts are decimal text. */
export type CsvColumns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | null])[]

/**
 * Creates a CSV download in UTF-8 with a byte order mark. All rows are of one snapshot and are first written to the disk in batches, so that a slow client
 * holds neither a transaction open nor rows in memory.
 * @param columns the columns, or reads them where they depend on the rows
 * @param fileName the name of the download, with `.csv`
 * @param read reads all rows, in batches
 */
export const createCsvReply = async <Row>(
  user: Pick<Caller, 'snapshot'>,
  columns: CsvColumns<Row> | ((db: UserDb) => Promise<CsvColumns<Row>>),
  fileName: string,
  read: (db: UserDb) => AsyncIterable<readonly Row[]>,
): Promise<FileReply> => {
  const fill = (write: (text: string) => Promise<void>) =>
    user.snapshot(async (db) => {
      const all = typeof columns === 'function' ? await columns(db) : columns
      await write(`${byteOrderMark}${formatCsvRows([all.map(([name]) => name)])}`)
      for await (const rows of read(db)) await write(formatCsvRows(rows.map((row) => all.map(([, cell]) => cell(row)))))
    })
  return { bytes: await spoolToDisk(fill), contentType: 'text/csv; charset=utf-8', fileName, disposition: 'attachment' }
}
