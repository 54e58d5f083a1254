import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { getMark } from '#server/platform/db/schema/columns.ts'
import type { DocumentKind } from '#shared/record-types.ts'

export type ExportedTable = {
  table: PgTable
  columns: readonly string[]
  /** The other columns, with the reasons. */
  excluded: Readonly<Record<string, string>>
} & Required<Form>

type ByColumn = Readonly<Record<string, string | undefined>>
/** Values and names that differ from those of the columns. */
type Form = { sqlByColumn?: ByColumn; nameByColumn?: ByColumn }

/** The columns that refer to a row of the other table, and those that they refer to; the user's id is the same in all tables. */
const getReference = (table: PgTable, to: PgTable) => {
  const { columns, foreignColumns } = getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .find(({ foreignTable }) => foreignTable === to)!
  return columns.map(({ name }, i) => [name, foreignColumns[i]!.name] as const).filter(([name]) => name !== 'userId')
}

/** Every column is exported, except those that its declaration leaves out. @param kind only what documents of this kind have; their own columns come last */
export const exportTable = (
  table: PgTable,
  { sqlByColumn = {}, nameByColumn = {} }: Form = {},
  { kind, parent }: { kind?: DocumentKind | undefined; parent?: PgTable } = {},
): ExportedTable => {
  const parentColumns = parent ? getReference(table, parent).map(([name]) => name) : []
  const columns: string[] = []
  const ownColumns: string[] = []
  const excluded: Record<string, string> = {}
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const { notArchived, onlyOf } = getMark(column)
    if (name === 'userId') excluded[name] = 'everything in the archive is of one user'
    else if (parentColumns.includes(name)) excluded[name] = 'says in which record it stands, which holds it here'
    else if (notArchived) excluded[name] = notArchived
    else if (!onlyOf) columns.push(name)
    else if (!kind || onlyOf.includes(kind)) ownColumns.push(name)
    else excluded[name] = `only of ${onlyOf.join(' and ')}`
  }
  return { table, columns: [...columns, ...ownColumns], excluded, sqlByColumn, nameByColumn }
}

/** Instants in UTC, decimals as text. */
const columnSql = (column: PgColumn, sql: string): string => {
  const type = column.getSQLType()
  if (type.startsWith('timestamp')) return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return type.startsWith('numeric') ? `${sql}::text` : sql
}

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

/** By the position, or else by what tells a user's rows apart. */
export const getOrder = (table: PgTable, alias: string): string =>
  (getTableColumns(table).position ? [{ name: 'position' }] : getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns))
    .filter(({ name }) => name !== 'userId')
    .map(({ name }) => `${alias}.${getColumnName(name)}`)
    .join(', ')

/** The rows that refer to the row `t`, in their order. */
export const selectNested = (of: ExportedTable, parent: PgTable): string => {
  const isOfParent = getReference(of.table, parent).map(([from, to]) => `l.${getColumnName(from)} = t.${getColumnName(to)}`)
  return `coalesce((select json_agg(${selectJson(of, 'l')} order by ${getOrder(of.table, 'l')})
    from ${getTableName(of.table)} l where l.user_id = $1 and ${isOfParent.join(' and ')}), '[]')`
}
