import { z } from 'zod'
import { post } from '#shared/endpoint.ts'
import { importEndpoints } from './endpoints/imports.ts'

/** The most rows that one import may bring. */
export const maxImportRows = 10_000
const maxBytes = 16 * 1_048_576

const maxFields = 100
const maxFieldName = 40

/** Counted before any of them is looked at: a request may bring a million. */
const hasFewFields = (values: unknown): boolean => {
  let count = 0
  for (const name in values as object) if (++count > maxFields || name.length > maxFieldName) return false
  return true
}

const rows = z
  .array(
    z.strictObject({
      /** Where the row stands in the person's file, so that messages can name it. */
      line: z.int('line must be a whole number').min(1),
      /** Text by field name. What it must be is checked row by row, so that every problem can be told. */
      values: z
        .custom<Record<string, string>>(
          hasFewFields,
          `A row can have at most ${maxFields} fields, each with a name of at most ${maxFieldName} characters`,
        )
        .pipe(z.record(z.string(), z.string('must be text'), 'values must be texts by field name')),
    }),
    `rows must be a list of 1 to ${maxImportRows} rows`,
  )
  .min(1, 'There are no rows to import')
  .max(maxImportRows, `One import can have at most ${maxImportRows.toLocaleString('en')} rows`)

/** Records that are there already are left out unless this says otherwise. */
const skipExisting = z.boolean('skipExisting must be true or false').default(true)

export const importInput = z.strictObject({ rows, skipExisting })
export const expenseImportInput = importInput.extend({
  /** Expenses for a customer that nobody knows: refused, or stored without a customer. */
  unknownCustomers: z.enum(['refuse', 'empty'], 'unknownCustomers must be refuse or empty').default('refuse'),
})
export const importResult = z.object({ created: z.int(), skipped: z.int() })
export type ImportResult = z.output<typeof importResult>

/** What is wrong with one row; `path` is its place in the request, `line` and `column` are its place in the person's file. */
export const importIssue = z.object({ path: z.string(), message: z.string(), line: z.int(), column: z.string() })
/** Beside `message` in a refusal: the first issues, and how many there are. */
export const importIssues = z.object({ issues: z.array(importIssue), total: z.int() })

export const importsApi = {
  customers: post(importEndpoints.customers, importInput, importResult, { maxBytes }),
  items: post(importEndpoints.items, importInput, importResult, { maxBytes }),
  expenses: post(importEndpoints.expenses, expenseImportInput, importResult, { maxBytes }),
}
