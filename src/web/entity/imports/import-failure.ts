import type { z } from 'zod'
import type { importIssues } from '#shared/contract/imports.ts'
import { getColumnName, type ImportMapping, type RowError } from '#shared/imports/rows.ts'
import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'

/** Why an import failed: a message, and errors by row. */
export type ImportFailure = { message: string; errors: RowError[]; total: number }

/** @param plan maps the server's fields back to the file's columns */
export const toImportFailure = (error: unknown, plan: Pick<ImportMapping, 'headers' | 'columns'>): ImportFailure => {
  const refused = error instanceof ApiError ? error : undefined
  const { issues = [], total = 0 } = (refused?.body ?? {}) as Partial<z.output<typeof importIssues>>
  const rows = issues.filter((issue) => typeof issue.line === 'number')
  return {
    message: isSignedOut(error)
      ? 'Your session has ended. Sign in, then import again. Your file and settings are kept.'
      : refused
        ? getServerMessage(refused, 'Something went wrong on our side, and the outcome is unknown. Import again: no row is imported twice.')
        : // The outcome is unknown, but a retry creates nothing twice.
          "The server can't be reached. Check your connection, then import again: no row is imported twice.",
    errors: rows.map(({ line, column, path, message }) => {
      const at = plan.columns.indexOf(path.split('.').at(-1)!)
      return { line, column: at < 0 ? column : getColumnName(plan.headers, at), message }
    }),
    total: rows.length > 0 ? total : 0,
  }
}
