import papaparse from 'papaparse'
import { neutralised } from '#shared/import/formulas.ts'
import type { FileReply } from './http/route.ts'

// Spreadsheets take a CSV file for the machine's old code page unless it begins with this.
const byteOrderMark = '\uFEFF'

/**
 * A CSV file to be saved: RFC 4180 (commas, CRLF), in UTF-8 with a byte order mark, and no cell that a spreadsheet would run as a formula.
 * @param columns the header's names
 * @param rows cells in the columns' order; null is an empty cell, amounts are decimal text
 * @param fileName as the browser shall call it, with `.csv`
 */
export const csvFile = (columns: readonly string[], rows: readonly (readonly (string | null)[])[], fileName: string): FileReply => {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => (cell === null ? '' : neutralised(cell))))
  const text = papaparse.unparse(lines, { newline: '\r\n' })
  return {
    bytes: Buffer.from(`${byteOrderMark}${text}\r\n`),
    contentType: 'text/csv; charset=utf-8',
    fileName,
    disposition: 'attachment',
  }
}
