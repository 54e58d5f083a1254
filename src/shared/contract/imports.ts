import { z } from 'zod'
import { adding, inLane, post } from '#shared/endpoint.ts'
import { importEndpoints } from './endpoints/imports.ts'

/** Maximum number of rows of an import. */
export const maxImportRows = 10_000
const maxOpeningRows = 2000
const maxBytes = 16 * 1_048_576

/** Twice as many as any kind of record has. */
const maxFields = 40
const maxFieldName = 40

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts by field name, checked by hand: a request has up to a million of them, which a record of zod would need half a second for. */
const rowValues = z
  .custom<Record<string, string>>()
  .superRefine((values, { addIssue }) => {
    if (!isObject(values)) return addIssue('values must be texts by field name')
    let count = 0
    for (const name in values) {
      if (++count > maxFields || name.length > maxFieldName)
        return addIssue(`A row can have at most ${maxFields} fields, each with a name of at most ${maxFieldName} characters`)
      if (typeof values[name] !== 'string') return addIssue({ code: 'custom', path: [name], message: 'must be text' })
    }
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' }, maxProperties: maxFields })

const rows = z
  .array(
    z.strictObject({
      /** The row's line in the user's file, for messages. */
      line: z.int('line must be a whole number').min(1),
      /** Text by field name, validated row by row so that every error can be reported. */
      values: rowValues,
    }),
    `rows must be a list of 1 to ${maxImportRows} rows`,
  )
  .min(1, 'There are no rows to import')
  .max(maxImportRows, `One import can have at most ${maxImportRows.toLocaleString('en')} rows`)

/** Whether existing records are skipped. */
const skipExisting = z.boolean('skipExisting must be true or false').default(true)

export const importInput = z.strictObject({ rows, skipExisting })
export const expenseImportInput = importInput.extend({
  /** Expenses for an unknown customer are refused, or stored without a customer. */
  unknownCustomers: z.enum(['refuse', 'empty'], 'unknownCustomers must be refuse or empty').default('refuse'),
})
/** Each becomes an invoice. */
export const openingImportInput = importInput.extend({
  rows: rows.max(maxOpeningRows, `One import can have at most ${maxOpeningRows.toLocaleString('en')} opening balances`),
})
export const importResult = z.object({ created: z.int(), skipped: z.int() })
export type ImportResult = z.output<typeof importResult>

/** An error in a row; `path` locates it in the request, `line` and `column` in the user's file. */
export const importIssue = z.object({ path: z.string(), message: z.string(), line: z.int(), column: z.string() })
/** Additional fields of an error reply: the first issues and their total number. */
export const importIssues = z.object({ issues: z.array(importIssue), total: z.int() })

export const importsApi = {
  customers: inLane('bulk', adding('rows', post(importEndpoints.customers, importInput, importResult, { maxBytes }))),
  items: inLane('bulk', adding('rows', post(importEndpoints.items, importInput, importResult, { maxBytes }))),
  expenses: inLane('bulk', adding('rows', post(importEndpoints.expenses, expenseImportInput, importResult, { maxBytes }))),
  openingBalances: adding('rows', post(importEndpoints['opening-balances'], openingImportInput, importResult, { maxBytes })),
}
