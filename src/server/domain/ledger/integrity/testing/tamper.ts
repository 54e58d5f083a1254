import type { TestApp } from '#server/testing/app.ts'

/** A stored figure: a column of a table, or a key in the JSON of a deleted record. */
export type FigureColumn = { table: string; column: string; type: string; key?: string }

/** Columns with numbers or days that no figure of the ledger is made of. */
const excludedColumns = [
  // A default for new documents.
  'business_profiles.default_tax_rate',
  // The range of a statement that is sent.
  'statement_emails.from_day',
  'statement_emails.to_day',
]

/** Every column where a figure is stored: all numeric and date columns of all tables, and the columns that checksums are made of. */
export const listFigureColumns = async (app: TestApp): Promise<FigureColumn[]> => {
  const columns = await app.sql<FigureColumn>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     where c.table_schema = 'public' and c.is_generated = 'NEVER' and (c.data_type in ('numeric', 'date') or exists (
       select 1 from pg_proc f where f.proname = 'seal_' || c.table_name and c.column_name not in ('id', 'user_id', 'deleted_at')
         and f.prosrc ~ ('NEW\\.' || c.column_name || '\\M')))
     order by 1, 2`,
  )
  const deletedRecordFigures = [
    ['expenses', 'amount'],
    ['expenses', 'expense_date'],
    ['items', 'unit_price'],
  ].map(([table, column]) => ({ table: 'deleted_records', column: 'record', type: table!, key: column! }))
  return [...columns.filter(({ table, column }) => !excludedColumns.includes(`${table}.${column}`)), ...deletedRecordFigures]
}

const changedValues: Record<string, string> = {
  numeric: 'coalesce(r.$, 0) + 1',
  integer: 'r.$ + 100',
  date: "coalesce(r.$, '2020-01-01') - 40",
  boolean: 'not r.$',
}
const changedTextValue = "coalesce(r.$, '') || 'x'"

/** Disables triggers, foreign keys and check constraints, for changes as a database administrator could make them. */
export const disableConstraints = async (app: TestApp): Promise<void> => {
  await app.sql('set session_replication_role = replica')
  const checks = await app.sql<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of checks) await app.sql(`alter table ${table} drop constraint ${name}`)
}

/** Changes the figure of one row. @returns a function that restores it */
export const tamper = async (app: TestApp, userId: number, { table, column, type, key }: FigureColumn): Promise<() => Promise<unknown>> => {
  const which = key ? `r.user_id = $1 and r.kind = '${type}'` : 'r.user_id = $1'
  const value = key
    ? `jsonb_set(r.record, '{${key}}', case when r.record ->> '${key}' ~ '-' then '"2001-01-01"' else '4711.00' end::jsonb)`
    : (changedValues[type] ?? changedTextValue).replaceAll('$', column)
  const id = table === 'search_entries' ? "r.kind || ' ' || r.record_id" : 'r.id::text'
  const [before] = await app.sql<{ id: string; old: unknown }>(
    `with chosen as (select ${id} as id, to_jsonb(r.${column}) as old from ${table} r where ${which} order by 1 limit 1)
     update ${table} r set ${column} = ${value} from chosen where ${which} and ${id} = chosen.id returning chosen.id, chosen.old`,
    [userId],
  )
  if (!before) throw new Error(`no row of ${table} to plant a figure in`)
  const old = key ? '$2::jsonb' : `($2::jsonb #>> '{}')::${type}`
  return () =>
    app.sql(`update ${table} r set ${column} = ${old} where ${which} and ${id} = $3`, [userId, JSON.stringify(before.old), before.id])
}
