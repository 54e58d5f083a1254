import type { z } from 'zod'
import type { importIssues } from '#shared/contract/imports.ts'
import { getColumnName, type ImportMapping, type RowError } from '#shared/imports/rows.ts'
import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'

/** Why an import was refused: in words, and row by row where rows are to blame. */
export type ImportFailure = { message: string; errors: RowError[]; total: number }

/** @param plan says which of the file's columns became the field that the server speaks of */
export const toImportFailure = (error: unknown, plan: Pick<ImportMapping, 'headers' | 'columns'>): ImportFailure => {
  const refused = error instanceof ApiError ? error : undefined
  const { issues = [], total = 0 } = (refused?.body ?? {}) as Partial<z.output<typeof importIssues>>
  const rows = issues.filter((issue) => typeof issue.line === 'number')
  return {
    message: isSignedOut(error)
      ? 'Your session has ended. Sign in, then import again: your file and your choices stay.'
      : refused
        ? getServerMessage(
            refused,
            'Something went wrong on our side, and it is not known whether this was imported. Import again: nothing is stored twice.',
          )
        : // Whether it got there is not known; trying again stores nothing twice.
          "The server can't be reached. Check your connection, then import again: nothing is stored twice.",
    errors: rows.map(({ line, column, path, message }) => {
      const at = plan.columns.indexOf(path.split('.').at(-1)!)
      return { line, column: at < 0 ? column : getColumnName(plan.headers, at), message }
    }),
    total: rows.length > 0 ? total : 0,
  }
}
