import { useEffect, useMemo, useState } from 'react'
import type { DayOrder } from '#shared/imports/days.ts'
import type { ColumnGuess } from '#shared/imports/guess-columns.ts'
import { findMissingFields, type ImportMapping } from '#shared/imports/rows.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { type CheckedRows, checkRows, detectFormats, guessTableColumns } from './check-rows.ts'
import type { CsvTable } from './parse-csv.ts'

export type ImportOptions = { skipExisting: boolean; otherCategory: boolean; unknownCustomersEmpty: boolean }
/** The settings for a file. They are kept for the next file with the same columns, such as a corrected version. */
export type ImportChoices = {
  headers: string[]
  guesses: ColumnGuess[]
  columns: (string | null)[]
  dayOrder: DayOrder | undefined
  options: ImportOptions
}

/** Returns the detected settings, or the previous ones when the columns are the same. */
export const getImportChoices = (kind: ImportKind, table: CsvTable, before: ImportChoices | undefined): ImportChoices => {
  if (before && before.headers.join('\n') === table.headers.join('\n')) return before
  const guesses = guessTableColumns(kind, table)
  return {
    headers: table.headers,
    guesses,
    columns: guesses.map((guess) => guess?.field ?? null),
    dayOrder: undefined,
    options: before?.options ?? { skipExisting: true, otherCategory: false, unknownCustomersEmpty: false },
  }
}

/** Derives the column mapping from file and settings, with missing fields and validated rows. */
export const useColumnMapping = (kind: ImportKind, table: CsvTable, choices: ImportChoices) => {
  const { columns, dayOrder, options } = choices
  const { otherCategory } = options
  const writing = useMemo(() => detectFormats(kind, table, columns), [kind, table, columns])
  const asksOrder = writing.days === 'ask'
  const order = writing.days === 'ask' ? (dayOrder ?? 'mdy') : writing.days
  const plan = useMemo<ImportMapping>(
    () => ({ kind, headers: table.headers, columns, dayOrder: order, decimalComma: writing.decimalComma, otherCategory }),
    [kind, table, columns, order, writing.decimalComma, otherCategory],
  )
  const [result, setResult] = useState<{ plan: ImportMapping; checked: CheckedRows }>()
  const [progress, setProgress] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setProgress(0)
    checkRows(plan, table, { signal: stop.signal, onProgress: setProgress }).then(
      (checked) => setResult({ plan, checked }),
      (error: unknown) => {
        if (!stop.signal.aborted) throw error
      },
    )
    return () => stop.abort()
  }, [plan, table])
  return {
    plan,
    missing: findMissingFields(plan),
    asksOrder,
    orderIsOpen: asksOrder && dayOrder === undefined,
    /** Undefined while the rows are checked. */
    checked: result?.plan === plan ? result.checked : undefined,
    progress,
  }
}
export type ColumnMapping = ReturnType<typeof useColumnMapping>
