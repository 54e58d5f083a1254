import papaparse from 'papaparse'
import { neutralised } from '#shared/import/formulas.ts'

/** Saves rows as a CSV file that spreadsheets open as they should: UTF-8 with a byte order mark, formulas neutralised. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void => {
  const text = papaparse.unparse(
    rows.map((cells) => cells.map(neutralised)),
    { newline: '\r\n' },
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }))
  link.download = fileName
  link.click()
  // The browser takes the address when it gets to it, and then needs it no more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
