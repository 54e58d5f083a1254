import { useEffect, useMemo, useState } from 'react'
import type { DayOrder } from '#shared/imports/days.ts'
import type { ImportKind } from '#shared/imports/fields.ts'
import type { ColumnGuess } from '#shared/imports/guess-columns.ts'
import { findMissingFields, type ImportMapping } from '#shared/imports/rows.ts'
import { type CheckedRows, checkRows, detectFormats, guessTableColumns } from './check-rows.ts'
import type { CsvTable } from './parse-csv.ts'

export type ImportOptions = { skipExisting: boolean; otherCategory: boolean; unknownCustomersEmpty: boolean }
/** What a person decided about a file. It outlives the file, so that a mended one of the same columns needs no second round. */
export type ImportChoices = {
  headers: string[]
  guesses: ColumnGuess[]
  columns: (string | null)[]
  dayOrder: DayOrder | undefined
  options: ImportOptions
}

/** What the file itself suggests, or what was chosen before when its columns are the same. */
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

/** Everything that follows from a file and the choices: how it is read, what is missing, and how each row comes out. */
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
    /** Undefined while the rows are being checked. */
    checked: result?.plan === plan ? result.checked : undefined,
    progress,
  }
}
export type ColumnMapping = ReturnType<typeof useColumnMapping>
