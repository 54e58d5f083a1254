import { getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ImportedEntity } from '#server/domain/entities/entities.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import type { ImportResult } from '#shared/contract/imports.ts'
import { rowSchemas } from '#shared/imports/rows.ts'
import { type Cents, toDecimal } from '#shared/money.ts'

/** The columns that an import of the entity fills, by property: those of its row schema, and the customer that a name refers to. */
const getImportedColumns = ({ table, tableName }: ImportedEntity): [property: string, column: PgColumn][] =>
  Object.entries(getTableColumns(table)).filter(([property]) => property in rowSchemas[tableName].shape || property === 'customerId')

const isNumeric = (column: PgColumn) => column.getSQLType().startsWith('numeric')

/** A checked row by column name, as the database takes it: null for missing values, amounts as decimal text. */
const toRecord = (columns: readonly [string, PgColumn][], row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    columns.map(([property, column]) => [
      getColumnName(property),
      isNumeric(column) ? toDecimal(row[property] as Cents) : row[property] || null,
    ]),
  )

/** Rows per statement. */
const batchSize = 2000
/** Identifies imports among PostgreSQL's advisory locks; any constant works. */
const lockNamespace = 7_104_211

/**
 * Inserts checked rows of the entity. With `skipExisting`, rows that exist already are skipped; duplicates within the file are all inserted.
 * @returns how many were inserted, and how many skipped
 */
export const insertRows = async (
  db: UserDb,
  entity: ImportedEntity,
  rows: readonly object[],
  { skipExisting }: { skipExisting: boolean },
): Promise<ImportResult> => {
  const { tableName, imports } = entity
  const columns = getImportedColumns(entity)
  const names = columns.map(([property]) => getColumnName(property))
  // Serializes a user's imports, so that the second sees what the first inserted.
  await db.rows('select pg_advisory_xact_lock($1, $2)', [lockNamespace, db.userId])
  const [before] = await db.rows<{ last: number }>(`select coalesce(max(id), 0) as last from ${tableName} where user_id = $1`, [db.userId])
  const matches = imports.duplicateKey.map((key) => `${key.replaceAll('%', 'old')} = ${key.replaceAll('%', 'new')}`).join(' and ')
  const text = `
    with stored as (
      insert into ${tableName} (user_id, ${names.join(', ')})
      select $1, ${names.map((name) => `new.${name}`).join(', ')}
      from jsonb_to_recordset($2::jsonb) as new (place integer, ${columns.map(([property, column]) => `${getColumnName(property)} ${column.getSQLType()}`).join(', ')})
      where not exists (select 1 from ${tableName} old where $3::boolean and old.user_id = $1 and old.id <= $4 and ${matches})
      order by new.place
      returning 1
    )
    select count(*)::int as created from stored`
  let created = 0
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize).map((row, place) => ({ place, ...toRecord(columns, row as Record<string, unknown>) }))
    const [result] = await db.rows<{ created: number }>(text, [db.userId, JSON.stringify(part), skipExisting, before!.last])
    created += result!.created
  }
  return { created, skipped: rows.length - created }
}
