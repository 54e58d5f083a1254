import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type ColumnOf<T extends PgTable> = keyof T['_']['columns'] & string

/** What of a table goes into the archive: columns by the names that they have in our code. */
export type ExportedTable = {
  table: PgTable
  columns: readonly string[]
  /** The columns that stay out, each with its reason. */
  leftOut: Readonly<Record<string, string>>
  /** Columns that are said in another way, in SQL. */
  as: Readonly<Record<string, string>>
}

/** Says what of a table goes into the archive. Each of its columns has to be named, here or there: the compiler asks for new ones. */
export const exportTable = <T extends PgTable, const C extends ColumnOf<T>>(
  table: T,
  columns: readonly C[],
  leftOut: Record<Exclude<ColumnOf<T>, C>, string>,
  as: Partial<Record<C, string>> = {},
): ExportedTable => ({ table, columns, leftOut, as: as as Record<string, string> })

/** Column names as the schema's casing writes them. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column as the archive says it, in SQL: instants in UTC, decimals as text. */
const said = (column: PgColumn, sql: string): string => {
  const type = column.getSQLType()
  if (type.startsWith('timestamp')) return instant(sql)
  return type.startsWith('numeric') ? `${sql}::text` : sql
}

/** '2026-01-31T12:00:00.000Z', in SQL. */
const instant = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The kept columns of a row as a JSON object, in SQL.
 * @param alias the row's name in the query
 * @param further other members, by their names
 */
export const selectJson = (
  { table, columns, as }: ExportedTable,
  alias: string,
  further: Readonly<Record<string, string>> = {},
): string => {
  const all = getTableColumns(table)
  const own = columns.map((name) => [name, as[name] ?? said(all[name]!, `${alias}.${toSnakeCase(name)}`)] as const)
  return `json_build_object(${[...own, ...Object.entries(further)].map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`
}

export const getExportTableName = ({ table }: Pick<ExportedTable, 'table'>): string => getTableName(table)
