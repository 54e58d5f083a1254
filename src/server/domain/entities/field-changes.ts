import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type Amount, formatMoney } from '#shared/money.ts'
import type { Entity } from './entities.ts'

/** A row of an entity, with its columns by property. */
export type EntityRow = { id: number } & Readonly<Record<string, unknown>>

/** The fields that show another record: the property with its id, and where its name is. */
const references = {
  customerName: { idProperty: 'customerId', table: 'customers', nameColumn: 'name' },
  taxRateName: { idProperty: 'taxRateId', table: 'tax_rates', nameColumn: 'name' },
  receiptFile: { idProperty: 'receiptFileId', table: 'files', nameColumn: 'file_name' },
}
const isReference = (property: string): property is keyof typeof references => property in references

/** Reads the names of two records that a field shows. */
const readNames = async (db: UserDb, property: keyof typeof references, ids: readonly unknown[]): Promise<(string | null)[]> => {
  const { table, nameColumn } = references[property]
  const rows = await db.rows<{ id: number; name: string }>(
    `select id, ${nameColumn} as name from ${table} where user_id = $1 and id = any($2::bigint[])`,
    [db.userId, ids.filter((id) => id !== null)],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.name ?? null)
}

const formatField = (entity: Entity, property: string, value: unknown, currency: Currency): string | null => {
  if (value === null) return null
  if (property === entity.amount) return formatMoney(value as Amount | string, currency)
  return property === entity.day ? formatDay(value as Day) : String(value)
}

/** Lists the differences between two versions of a record, field by field, as displayed text. */
export const listFieldChanges = async (db: UserDb, entity: Entity, before: EntityRow, after: EntityRow): Promise<FieldChange[]> => {
  const changes: FieldChange[] = []
  const currency = await getHomeCurrency(db)
  for (const [field, property] of entity.csvColumns) {
    const column = isReference(property) ? references[property].idProperty : property
    const values = [before[column], after[column]]
    if (values[0] === values[1]) continue
    const [was, is] = isReference(property)
      ? await readNames(db, property, values)
      : values.map((value) => formatField(entity, property, value, currency))
    changes.push({ field, ...clipChange(was ?? null, is ?? null) })
  }
  return changes
}
