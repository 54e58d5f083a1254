import { announcedTables } from '#server/testing/announcement-guard.ts'
import type { Person, TestApp } from '#server/testing/app.ts'
import { getWriteScope, scopes } from '#shared/token-scopes.ts'

/** Derived from the records, or kept of the request itself: no scope is asked for them. */
const derived = [
  ...['search_entries', 'search_words', 'journal_entries', 'journal_lines', 'journal_months', 'books', 'idempotency_keys'],
  ...['api_tokens', 'sessions', 'security_events', 'rate_counts'],
]

/** The areas of tables whose changes no browser is told of, or as something else. */
const areas: Record<string, string> = {
  ...{
    files: 'expenses',
    recurring_runs: 'invoices',
    webhook_endpoints: 'profile',
    webhook_events: 'profile',
  },
  ...{ statement_run_customers: 'reports', data_exports: 'account', payment_checks: 'profile' },
}
/** The area of all rows of a table: that of what its changes are announced as. No token may write what has none. */
const findArea = (table: string): string | undefined => {
  const [topic, ...others] = announcedTables[table] ?? []
  return areas[table] ?? (topic && others.length === 0 ? (getWriteScope(topic)?.split(':')[0] ?? topic) : undefined)
}

/** The area of each row, in SQL with the row as `x`. */
const areaSql: Record<string, string> = {
  documents: "x.type || 's'",
  document_numbering: "x.type || 's'",
  public_links: "x.type || 's'",
  events: "case x.subject_type when 'tax-rate' then 'items' when 'recurring-invoice' then 'invoices' else x.subject_type || 's' end",
  deleted_records: "case x.kind when 'tax-rates' then 'items' else x.kind end",
}
const ofDocument = "(select d.type || 's' from documents d where d.user_id = x.user_id and d.id = x.document_id)"

const isScope = (text: string) => (scopes as readonly string[]).includes(text)

/** The reference to a record, and the copy of its details, in the rows of others when the record is deleted. */
const references: Record<string, string[]> = {
  documents: ['customer_id', 'former_customer_id', 'customer_snapshot'],
  document_lines: ['item_id'],
}

/**
 * Creates a function that finds what was written since it was called last.
 * @returns the write scopes of all rows of the user that were inserted, changed or deleted, in the order of `scopes`; then those that there are none of, such as
 *   'profile:write'
 * @throws Error for a table whose area is not known here
 */
export const watchWrites = async (app: TestApp, { userId }: Person): Promise<() => Promise<string[]>> => {
  const columns = await app.sql<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text) as columns from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 having bool_or(c.column_name = 'user_id') order by 1`,
  )
  const parts = columns
    .filter(({ table }) => !derived.includes(table))
    .map(({ table, columns }) => {
      const ofTable = findArea(table)
      const area = ofTable ? `'${ofTable}'` : (areaSql[table] ?? (columns.includes('document_id') ? ofDocument : undefined))
      if (!area) throw new Error(`Say in written-areas.ts which area the rows of ${table} belong to`)
      const row = `(to_jsonb(x) - '{${(references[table] ?? []).join()}}'::text[])::text`
      return `select '${table}' as table, coalesce(${area}, '?') as area, md5(string_agg(${row}, chr(10) order by ${row})) as hash from ${table} x where x.user_id = $1 group by 2`
    })
  const text = parts.join('\nunion all ')
  const read = async () => {
    const rows = await app.sql<{ table: string; area: string; hash: string }>(text, [userId])
    return new Map(rows.map(({ table, area, hash }) => [`${table} ${area}`, hash]))
  }
  let before = await read()
  return async () => {
    const after = await read()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
    before = after
    const written = new Set(changed.map((key) => `${key.split(' ')[1]}:write`))
    return [...scopes.filter((scope) => written.has(scope)), ...[...written].filter((scope) => !isScope(scope))]
  }
}
