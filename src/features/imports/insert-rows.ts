import { getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { createRecordTable } from '#kit/server/serve-record.ts'
import type { Field, Fields } from '#model/fields.ts'
import { findMoneyProblem } from '#model/money-problem.ts'
import type { Entity } from '#modules/entities.ts'
import { rowSchemas } from '#modules/imports/rows.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { postExpenses } from '#server/domain/ledger/journal/post.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import type { ImportResult } from '#shared/contract/imports.ts'
import { type Amount, toDecimal } from '#shared/money.ts'
import { rejectRows, toIssue } from './check-rows.ts'

/** A record with rows that can be imported. */
type Imported = Extract<Entity, { tableName: keyof typeof rowSchemas }>
/** A checked row, by property. */
type Row = Readonly<Record<string, unknown>>

/** The columns that an import of the entity fills, by property: those of its row schema, and the customer and the tax rate that names refer to. */
const getImportedColumns = ({ table, tableName }: Imported): [property: string, column: PgColumn][] =>
  Object.entries(getTableColumns(table)).filter(
    ([property]) => property in rowSchemas[tableName].shape || ['customerId', 'taxRateId'].includes(property),
  )

const isNumeric = (column: PgColumn) => column.getSQLType().startsWith('numeric')

/** The expressions by which an imported row equals an existing one. */
const listKeys = ({ duplicates, fields }: Imported, alias: string): string[] =>
  duplicates.by.map((name) => {
    const { kind, isOptional } = (fields as Fields)[name]!
    const column = `${alias}.${getColumnName(name)}`
    const text = isOptional ? `coalesce(${column}, '')` : column
    return ['text', 'email'].includes(kind) && !duplicates.isExact ? `lower(${text} collate "und-x-icu")` : text
  })

/** Rows per statement that looks for existing ones. */
const batchSize = 2000

/** Finds the rows that exist already. @returns their indexes */
const findExisting = async (db: UserDb, entity: Imported, rows: readonly Row[]): Promise<Set<number>> => {
  const { tableName } = entity
  const columns = getImportedColumns(entity)
  const matches = listKeys(entity, 'old')
    .map((key, i) => `${key} = ${listKeys(entity, 'new')[i]}`)
    .join(' and ')
  const text = `
    select new.place from jsonb_to_recordset($2::jsonb) as new
      (place integer, ${columns.map(([property, column]) => `${getColumnName(property)} ${column.getSQLType()}`).join(', ')})
    where exists (select from ${tableName} old where old.user_id = $1 and ${matches})`
  const existing = new Set<number>()
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize).map((row, i) => ({
      place: from + i,
      ...Object.fromEntries(
        columns.map(([property, column]) => [
          getColumnName(property),
          isNumeric(column) && typeof row[property] === 'number' ? toDecimal(row[property] as Amount) : row[property] || null,
        ]),
      ),
    }))
    for (const { place } of await db.rows<{ place: number }>(text, [db.userId, JSON.stringify(part)])) existing.add(place)
  }
  return existing
}

/** Identifies imports among PostgreSQL's advisory locks; any constant works. */
const lockNamespace = 7_104_211

/**
 * Inserts checked rows of the entity. With `skipExisting`, rows that exist already are skipped; duplicates within the file are all inserted.
 * @throws AppError 400 for amounts that the business's currency refuses
 * @returns how many were inserted, and how many skipped
 */
export const insertRows = async (
  db: UserDb,
  entity: Imported,
  rows: readonly object[],
  { skipExisting, rows: submitted }: { skipExisting: boolean; rows: readonly { line: number }[] },
): Promise<ImportResult> => {
  const all = rows as readonly Row[]
  const home = await getHomeCurrency(db)
  rejectRows(
    all.flatMap((row, i) =>
      Object.entries<Field>(entity.fields).flatMap(([name, field]) => {
        const message = findMoneyProblem(field, row[name], home)
        return message ? [toIssue(entity.tableName, i, submitted[i]!.line, name, message)] : []
      }),
    ),
  )
  // Serializes a user's imports, so that the second sees what the first inserted.
  await db.rows('select pg_advisory_xact_lock($1, hashint8($2))', [lockNamespace, db.userId])
  const existing = skipExisting ? await findExisting(db, entity, all) : new Set<number>()
  const properties = getImportedColumns(entity).map(([property]) => property)
  const fresh = all
    .filter((_, i) => !existing.has(i))
    // Columns without a value get their defaults.
    .map((row) => Object.fromEntries(properties.flatMap((property) => (row[property] == null ? [] : [[property, row[property]]]))))
  const ids = await createRecordTable(entity).insertAll(db, fresh as never)
  if (entity.kind === 'expense') postExpenses(db, ids)
  return { created: fresh.length, skipped: rows.length - fresh.length }
}
