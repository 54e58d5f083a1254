import { detectDecimalComma } from '#shared/imports/amounts.ts'
import { detectDayOrder } from '#shared/imports/days.ts'
import { importFields } from '#shared/imports/fields.ts'
import { guessColumns } from '#shared/imports/guess-columns.ts'
import { createRowReader, type ImportMapping, type ImportRow, type RowError } from '#shared/imports/rows.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { type TaskOptions, yieldToBrowser } from './file-error.ts'
import type { CsvTable } from './parse-csv.ts'

const batchSize = 400

export type CheckedRows = { good: ImportRow[]; errors: RowError[]; badRows: number }

/** Parses and validates all rows in batches, so that the page stays responsive. */
export const checkRows = async (plan: ImportMapping, table: CsvTable, { onProgress, signal }: TaskOptions = {}): Promise<CheckedRows> => {
  const read = createRowReader(plan)
  const checked: CheckedRows = { good: [], errors: [], badRows: 0 }
  for (let from = 0; from < table.rows.length; from += batchSize) {
    for (const row of table.rows.slice(from, from + batchSize)) {
      const { row: values, errors } = read(row)
      if (errors.length === 0) checked.good.push(values)
      else checked.badRows++
      for (const error of errors) checked.errors.push(error)
    }
    onProgress?.(Math.min(1, (from + batchSize) / table.rows.length))
    await yieldToBrowser(signal)
  }
  return checked
}

/** Returns up to `limit` non-empty cells of a column. */
export const getSamples = (table: CsvTable, column: number, limit: number): string[] => {
  const found: string[] = []
  for (const { cells } of table.rows) {
    const cell = cells[column]?.trim()
    if (cell) found.push(cell)
    if (found.length >= limit) break
  }
  return found
}

export const guessTableColumns = (kind: ImportKind, table: CsvTable) =>
  guessColumns(
    kind,
    table.headers,
    table.headers.map((_, column) => getSamples(table, column, 50)),
  )

const cellsOf = (kind: ImportKind, table: CsvTable, columns: ImportMapping['columns'], type: 'day' | 'amount'): string[] =>
  columns.flatMap((name, column) =>
    importFields[kind].some((field) => field.name === name && field.type === type) ? getSamples(table, column, 10_000) : [],
  )

/** Detects the formats of dates and decimals from all cells of the mapped columns. */
export const detectFormats = (kind: ImportKind, table: CsvTable, columns: ImportMapping['columns']) => ({
  days: detectDayOrder(cellsOf(kind, table, columns, 'day')),
  decimalComma: detectDecimalComma(cellsOf(kind, table, columns, 'amount')),
})
