import type { ImportResult } from '#shared/contract/imports.ts'
import type { ImportKind } from '#shared/record-types.ts'

export const formatCount = (n: number, kind: ImportKind | 'rows' | 'problems' | 'columns'): string =>
  `${n.toLocaleString('en')} ${n === 1 ? formatKind(kind).slice(0, -1) : formatKind(kind)}`

/** 'opening balances' */
export const formatKind = (kind: string): string => kind.replace('-', ' ')

export const formatImportResult = (kind: ImportKind, { created, skipped }: ImportResult): string => {
  const came = `${created === 0 ? `No ${formatKind(kind)}` : formatCount(created, kind)} ${created === 1 ? 'was' : 'were'} imported.`
  if (skipped === 0) return came
  return `${came} ${skipped.toLocaleString('en')} ${skipped === 1 ? 'was already there and was' : 'were already there and were'} skipped.`
}

export const formatSkippedRows = (rows: number): string => `${formatCount(rows, 'rows')} ${rows === 1 ? 'was' : 'were'} left out.`
