import type { TestApp } from '#server/testing/app.ts'

/** A stored figure: a column of a table. */
export type FigureColumn = { table: string; column: string; type: string; documentType?: DocumentType }
type DocumentType = 'invoice' | 'estimate'

/** The tables of documents, with the condition for the rows `r` of documents of a type. */
const documentTables: Record<string, (type: DocumentType) => string> = {
  documents: (type) => `r.type = '${type}'`,
  document_lines: (type) => `exists (select 1 from documents d where d.user_id = $1 and d.id = r.document_id and d.type = '${type}')`,
  document_taxes: (type) => `exists (select 1 from documents d where d.user_id = $1 and d.id = r.document_id and d.type = '${type}')`,
}

/** Columns with numbers or days that are stored nowhere else, and that no other figure is computed from. */
const excludedColumns = [
  'documents.due_date',
  'documents.expiry_date',
  'documents.discount_percent',
  'document_lines.discount_percent',
  'payments.payment_date',
  'payment_returns.day',
  'payment_attempts.amount',
  // A default for new documents.
  'business_profiles.default_tax_rate',
  // The range of a statement that is sent.
  'statement_emails.from_day',
  'statement_emails.to_day',
]

/** Every other column where a figure is stored: all numeric and date columns of all tables, and for documents those of each type. */
export const listFigureColumns = async (app: TestApp): Promise<FigureColumn[]> => {
  const columns = await app.sql<FigureColumn>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.data_type in ('numeric', 'date') order by 1, 2`,
  )
  const documentTypes: readonly DocumentType[] = ['invoice', 'estimate']
  return columns
    .filter(({ table, column }) => !excludedColumns.includes(`${table}.${column}`))
    .flatMap((each) => (documentTables[each.table] ? documentTypes.map((documentType) => ({ ...each, documentType })) : [each]))
}

const changedValues: Record<string, string> = { numeric: 'coalesce(r.$, 0) + 1', date: "coalesce(r.$, '2020-01-01') - 40" }

/** Disables foreign keys and check constraints, for changes as a database administrator could make them. */
export const disableConstraints = async (app: TestApp): Promise<void> => {
  await app.sql('set session_replication_role = replica')
  const checks = await app.sql<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of checks) await app.sql(`alter table ${table} drop constraint ${name}`)
}

const idSql: Partial<Record<string, string>> = { search_entries: "r.kind || ' ' || r.record_id", document_taxes: 'r.document_id::text' }

/** Changes the figure of one row. @returns a function that restores it */
export const tamper = async (
  app: TestApp,
  userId: number,
  { table, column, type, documentType }: FigureColumn,
): Promise<() => Promise<unknown>> => {
  const which = `r.user_id = $1${documentType ? ` and ${documentTables[table]!(documentType)}` : ''}`
  const id = idSql[table] ?? 'r.id::text'
  const [before] = await app.sql<{ id: string; old: string | null }>(
    `with chosen as (select ${id} as id, r.${column}::text as old from ${table} r where ${which} order by 1 limit 1)
     update ${table} r set ${column} = ${changedValues[type]!.replaceAll('$', column)} from chosen where ${which} and ${id} = chosen.id
     returning chosen.id, chosen.old`,
    [userId],
  )
  if (!before) throw new Error(`no row of ${table} to plant a figure in`)
  return () => app.sql(`update ${table} r set ${column} = $2::${type} where ${which} and ${id} = $3`, [userId, before.old, before.id])
}
