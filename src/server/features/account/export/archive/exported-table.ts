import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { getColumnName } from '#server/platform/db/column-name.ts'

type ColumnOf<T extends PgTable> = keyof T['_']['columns'] & string

export type ExportedTable = {
  table: PgTable
  columns: readonly string[]
  excluded: Readonly<Record<string, string>>
  sqlByColumn: Readonly<Record<string, string>>
  nameByColumn: Readonly<Record<string, string>>
}

type Form<C extends string> = { sqlByColumn?: Partial<Record<C, string>>; nameByColumn?: Partial<Record<C, string>> }

/** The compiler requires each column to be either exported or excluded with a reason. */
export const exportTable = <T extends PgTable, const C extends ColumnOf<T>>(
  table: T,
  columns: readonly C[],
  excluded: Record<Exclude<ColumnOf<T>, C>, string>,
  { sqlByColumn = {}, nameByColumn = {} }: Form<C> = {},
): ExportedTable => ({
  table,
  columns,
  excluded,
  sqlByColumn: sqlByColumn as Record<string, string>,
  nameByColumn: nameByColumn as Record<string, string>,
})

/** Instants in UTC, decimals as text. */
const columnSql = (column: PgColumn, sql: string): string => {
  const type = column.getSQLType()
  if (type.startsWith('timestamp')) return instantSql(sql)
  return type.startsWith('numeric') ? `${sql}::text` : sql
}

const instantSql = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const getFieldsSql = ({ table, columns, sqlByColumn, nameByColumn }: ExportedTable, alias: string): Record<string, string> => {
  const all = getTableColumns(table)
  return Object.fromEntries(
    columns.map((name) => [nameByColumn[name] ?? name, sqlByColumn[name] ?? columnSql(all[name]!, `${alias}.${getColumnName(name)}`)]),
  )
}

export const selectJson = (exported: ExportedTable, alias: string, extraFields: Readonly<Record<string, string>> = {}): string => {
  const fields = { ...getFieldsSql(exported, alias), ...extraFields }
  // A function has at most 100 arguments, a row more.
  return `(select row_to_json(fields) from (select ${Object.entries(fields)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ')}) fields)`
}

export const getExportTableName = ({ table }: Pick<ExportedTable, 'table'>): string => getTableName(table)
