import { useEffect, useMemo, useState } from 'react'
import type { ColumnGuess } from '#modules/imports/guess-columns.ts'
import type { ImportMapping } from '#modules/imports/rows.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { type CheckedRows, checkRows, guessTableColumns } from './check-rows.ts'
import type { CsvTable } from './parse-csv.ts'
import { type ImportAnswers, planImport } from './plan-import.ts'

export type ImportOptions = { skipExisting: boolean; otherCategory: boolean; unknownCustomersEmpty: boolean }
/** Kept for the next file with the same columns, such as a corrected version. */
export type ImportChoices = {
  headers: string[]
  guesses: ColumnGuess[]
  columns: (string | null)[]
  options: ImportOptions
} & ImportAnswers

export const getImportChoices = (kind: ImportKind, table: CsvTable, before: ImportChoices | undefined): ImportChoices => {
  if (before && before.headers.join('\n') === table.headers.join('\n')) return before
  const guesses = guessTableColumns(kind, table)
  return {
    headers: table.headers,
    guesses,
    columns: guesses.map((guess) => guess?.field ?? null),
    dayOrder: undefined,
    decimalComma: undefined,
    costSign: undefined,
    options: before?.options ?? { skipExisting: true, otherCategory: false, unknownCustomersEmpty: false },
  }
}

export const useColumnMapping = (kind: ImportKind, table: CsvTable, choices: ImportChoices) => {
  const homeCurrency = useHomeCurrency()
  const { columns, dayOrder, decimalComma, costSign } = choices
  const { otherCategory } = choices.options
  const planned = useMemo(
    () => planImport(kind, table, { columns, dayOrder, decimalComma, costSign, otherCategory }, homeCurrency),
    [kind, table, columns, dayOrder, decimalComma, costSign, otherCategory, homeCurrency],
  )
  const { plan } = planned
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
    ...planned,
    checked: result?.plan === plan ? result.checked : undefined,
    progress,
  }
}
export type ColumnMapping = ReturnType<typeof useColumnMapping>
