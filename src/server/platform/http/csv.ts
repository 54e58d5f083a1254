import papaparse from 'papaparse'
import type { UserDb } from '#server/platform/db/client.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { escapeFormula } from '#shared/imports/formulas.ts'
import type { Caller, FileReply } from './route.ts'

/** Spreadsheets take a CSV file for the machine's old code page unless it begins with this. */
export const byteOrderMark = '\uFEFF'

/** '-12.50', '+12.5%': begins as formulas do, and is nothing but an amount or a change, which spreadsheets read as numbers. */
const number = /^(-\d{1,15}\.\d\d|[+-][\d,]{1,20}\.\d%)$/

/** Lines of a CSV file: RFC 4180 (commas, CRLF), and no cell that a spreadsheet would run as a formula; null is an empty cell. '' for no rows. */
export const formatCsvRows = (rows: readonly (readonly (string | null)[])[]): string => {
  if (rows.length === 0) return ''
  const lines = rows.map((cells) => cells.map((cell) => (cell === null ? '' : number.test(cell) ? cell : escapeFormula(cell))))
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`
}

/** Each column's name, and what stands in it: null is an empty cell, amounts are decimal text. */
export type CsvColumns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | null])[]

/**
 * A CSV file to be saved, in UTF-8 with a byte order mark; see `csvLines`. It is written to the disk first, all rows of one moment and some at a
 * time: a slow reader keeps neither a transaction open nor rows in memory.
 * @param fileName as the browser shall call it, with `.csv`
 * @param read all rows, some at a time
 */
export const createCsvReply = async <Row>(
  user: Pick<Caller, 'snapshot'>,
  columns: CsvColumns<Row>,
  fileName: string,
  read: (db: UserDb) => AsyncIterable<readonly Row[]>,
): Promise<FileReply> => {
  const fill = (write: (text: string) => Promise<void>) =>
    user.snapshot(async (db) => {
      await write(`${byteOrderMark}${formatCsvRows([columns.map(([name]) => name)])}`)
      for await (const rows of read(db)) await write(formatCsvRows(rows.map((row) => columns.map(([, cell]) => cell(row)))))
    })
  return { bytes: await spoolToDisk(fill), contentType: 'text/csv; charset=utf-8', fileName, disposition: 'attachment' }
}
