import papaparse from 'papaparse'
import { neutralised } from '#shared/import/formulas.ts'
import type { FileReply } from './http/route.ts'

/** Spreadsheets take a CSV file for the machine's old code page unless it begins with this. */
export const byteOrderMark = '\uFEFF'

/** '-12.50', '+12.5%': begins as formulas do, and is nothing but an amount or a change, which spreadsheets read as numbers. */
const number = /^(-\d{1,15}\.\d\d|[+-][\d,]{1,20}\.\d%)$/

/** Lines of a CSV file: RFC 4180 (commas, CRLF), and no cell that a spreadsheet would run as a formula; null is an empty cell. '' for no rows. */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string => {
  if (rows.length === 0) return ''
  const lines = rows.map((cells) => cells.map((cell) => (cell === null ? '' : number.test(cell) ? cell : neutralised(cell))))
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`
}

/**
 * A CSV file to be saved, in UTF-8 with a byte order mark; see `csvLines`.
 * @param columns the header's names
 * @param rows cells in the columns' order; null is an empty cell, amounts are decimal text
 * @param fileName as the browser shall call it, with `.csv`
 */
export const csvFile = (columns: readonly string[], rows: readonly (readonly (string | null)[])[], fileName: string): FileReply => ({
  bytes: Buffer.from(`${byteOrderMark}${csvLines([columns, ...rows])}`),
  contentType: 'text/csv; charset=utf-8',
  fileName,
  disposition: 'attachment',
})
