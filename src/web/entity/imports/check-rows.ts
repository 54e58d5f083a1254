import { detectDecimalComma, findAmbiguousAmount, readAmount } from '#modules/imports/amounts.ts'
import { detectDayOrder } from '#modules/imports/days.ts'
import { importFields } from '#modules/imports/fields.ts'
import { guessColumns } from '#modules/imports/guess-columns.ts'
import { findRepeatedRows } from '#modules/imports/repeated-rows.ts'
import { createRowReader, type ImportMapping, type ImportRow, type RowError, type SourceRow } from '#modules/imports/rows.ts'
import { findTellingColumns } from '#modules/imports/telling-columns.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { type TaskOptions, yieldToBrowser } from './file-error.ts'
import type { CsvTable } from './parse-csv.ts'

const batchSize = 400

/** `leftOut` are the rows that are no problem but aren't imported either, each with the reason. */
export type CheckedRows = { good: ImportRow[]; errors: RowError[]; badRows: number; leftOut: RowError[] }

/** In batches, so that the page stays responsive. */
export const checkRows = async (plan: ImportMapping, table: CsvTable, { onProgress, signal }: TaskOptions = {}): Promise<CheckedRows> => {
  const read = createRowReader(plan)
  const good: { row: ImportRow; source: SourceRow }[] = []
  const errors: RowError[] = []
  const leftOut: RowError[] = []
  for (let from = 0; from < table.rows.length; from += batchSize) {
    for (const source of table.rows.slice(from, from + batchSize)) {
      const found = read(source)
      if (found.leftOut) leftOut.push(found.leftOut)
      else if (found.errors.length === 0) good.push({ row: found.row, source })
      for (const error of found.errors) errors.push(error)
    }
    onProgress?.(Math.min(1, (from + batchSize) / table.rows.length))
    await yieldToBrowser(signal)
  }
  if (plan.kind === 'opening-balances') {
    const repeated = findRepeatedRows(good)
    errors.push(...repeated.errors)
    leftOut.push(...repeated.leftOut)
  }
  const byLine = (a: RowError, b: RowError) => a.line - b.line
  const bad = new Set(errors.map(({ line }) => line))
  const out = new Set(leftOut.map(({ line }) => line))
  return {
    good: good.flatMap(({ row }) => (bad.has(row.line) || out.has(row.line) ? [] : [row])),
    errors: errors.sort(byLine),
    badRows: bad.size,
    leftOut: leftOut.sort(byLine),
  }
}

export const getSamples = (table: CsvTable, column: number, limit: number): string[] => {
  const found: string[] = []
  for (const { cells } of table.rows) {
    const cell = cells[column]?.trim()
    if (cell) found.push(cell)
    if (found.length >= limit) break
  }
  return found
}

const getAllSamples = (table: CsvTable) => table.headers.map((_, column) => getSamples(table, column, 50))

export const guessTableColumns = (kind: ImportKind, table: CsvTable) => guessColumns(kind, table.headers, getAllSamples(table))

export const findTableTellingColumns = (kind: ImportKind, table: CsvTable) => findTellingColumns(kind, table.headers, getAllSamples(table))

const cellsOf = (kind: ImportKind, table: CsvTable, columns: ImportMapping['columns'], type: 'day' | 'amount'): string[] =>
  columns.flatMap((name, column) =>
    importFields[kind].some((field) => field.name === name && field.type === type) ? getSamples(table, column, 10_000) : [],
  )

export const detectFormats = (kind: ImportKind, table: CsvTable, columns: ImportMapping['columns']) => {
  const amounts = cellsOf(kind, table, columns, 'amount')
  const decimalComma = detectDecimalComma(amounts)
  return {
    days: detectDayOrder(cellsOf(kind, table, columns, 'day')),
    decimalComma,
    /** An amount like '1.500' that could be 1,500.00 or 1.50. */
    unclearAmount: decimalComma === 'ask' ? findAmbiguousAmount(amounts) : undefined,
    /** A negative amount among expenses, where it is a refund or, in a bank's list, the cost. */
    negativeCost: kind === 'expenses' ? amounts.find((cell) => /^-[\d.]*[1-9]/.test(readAmount(cell))) : undefined,
  }
}
