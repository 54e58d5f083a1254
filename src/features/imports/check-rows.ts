import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { getFieldLabel } from '#modules/imports/fields.ts'
import type { rowSchemas } from '#modules/imports/rows.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { importInput, importIssue } from '#shared/contract/imports.ts'
import type { Day } from '#shared/dates.ts'
import { withToday } from '#shared/day-limits.ts'
import type { ImportKind } from '#shared/record-types.ts'

export type SubmittedRow = z.output<typeof importInput>['rows'][number]
export type Issue = z.output<typeof importIssue>
type Checked<K extends ImportKind> = z.output<(typeof rowSchemas)[K]>

/** Rows that are checked before other requests are served. */
const sliceSize = 100
/** Unknown fields that are listed of one row: each of 10,000 rows may have many. */
const maxUnknown = 5
/** The most issues in a refusal, which always contains their total number. */
const maxListed = 200

/**
 * Checks every row by the schema of the form, a slice at a time, so that other requests do not wait for 10,000 rows.
 * @throws AppError 400 with the issues, each with its line in the user's file
 */
export const checkRows = async <K extends ImportKind>(
  kind: K,
  schema: (typeof rowSchemas)[K],
  rows: readonly SubmittedRow[],
  today: Day,
): Promise<Checked<K>[]> => {
  const checked: Checked<K>[] = []
  const issues: Issue[] = []
  let hasUnknown = false
  for (let from = 0; from < rows.length; from += sliceSize) {
    for (const [i, { line, values }] of rows.slice(from, from + sliceSize).entries()) {
      const result = withToday(today, () => schema.safeParse(values))
      if (result.success) checked.push(result.data as Checked<K>)
      else issues.push(...result.error.issues.flatMap((issue) => listRowIssues(kind, from + i, line, issue)))
      hasUnknown ||= !result.success && result.error.issues.some(({ code }) => code === 'unrecognized_keys')
    }
    // Not a fault of the file but of the program that sends it: all rows have it.
    if (hasUnknown) break
    await setImmediate()
  }
  rejectRows(issues)
  return checked
}

/** An issue of one field of the row at an index of the request. */
export const toIssue = (kind: ImportKind, index: number, line: number, field: string, message: string): Issue => ({
  path: `rows.${index}.${field}`,
  message,
  line,
  column: getFieldLabel(kind, field),
})

const listRowIssues = (kind: ImportKind, index: number, line: number, issue: z.core.$ZodIssue): Issue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, maxUnknown).map((key) => toIssue(kind, index, line, key, `Unknown field: ${key}`))
    : [toIssue(kind, index, line, String(issue.path[0]), issue.message)]

/** @throws AppError 400 when there is any issue; the caller's transaction then stores nothing */
export const rejectRows = (issues: readonly Issue[]): void => {
  if (issues.length === 0) return
  const rejectedRows = new Set(issues.map(({ line }) => line)).size
  throw new AppError(
    400,
    `${rejectedRows === 1 ? '1 row' : `${rejectedRows.toLocaleString('en')} rows`} can’t be imported. Nothing was stored.`,
    {
      issues: issues.slice(0, maxListed),
      total: issues.length,
    },
  )
}
