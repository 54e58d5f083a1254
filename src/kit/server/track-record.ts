import type { Field } from '#model/fields.ts'
import type { RecordModel } from '#model/record.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { RecordRow } from '#server/domain/search/entries.ts'
import { removeEntry, writeRecordEntries } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import type { ChangeTracking } from '#server/platform/records/owned-table.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type DocumentLanguage, documentLanguages } from '#shared/document-languages.ts'
import { type Amount, formatMoney } from '#shared/money.ts'

/** Where the names of records stand that a field refers to. */
const references = {
  customer: { table: 'customers', nameColumn: 'name' },
  taxRate: { table: 'tax_rates', nameColumn: 'name' },
  receipt: { table: 'files', nameColumn: 'file_name' },
}

/** Reads the names of two records that a field shows. */
const readNames = async (db: UserDb, to: keyof typeof references, ids: readonly unknown[]): Promise<(string | null)[]> => {
  const { table, nameColumn } = references[to]
  const rows = await db.rows<{ id: number; name: string }>(
    `select id, ${nameColumn} as name from ${table} where user_id = $1 and id = any($2::bigint[])`,
    [db.userId, ids.filter((id) => id !== null)],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.name ?? null)
}

const formatField = ({ kind }: Field, value: unknown, currency: Currency): string | null => {
  if (value === null) return null
  if (kind === 'money' || kind === 'price') return formatMoney(value as Amount | string, currency)
  if (kind === 'flag') return value ? 'Yes' : 'No'
  if (kind === 'language') return documentLanguages[value as DocumentLanguage]
  return kind === 'moneyDay' ? formatDay(value as Day) : String(value)
}

/** Lists the differences between two versions of a record, field by field, as displayed text. */
const listFieldChanges = async (db: UserDb, { columns }: RecordModel, before: RecordRow, after: RecordRow): Promise<FieldChange[]> => {
  const changes: FieldChange[] = []
  const currency = await getHomeCurrency(db)
  for (const { name, field, heading } of columns) {
    const values = [before[name], after[name]]
    if (values[0] === values[1]) continue
    const [was, is] =
      field.kind === 'ref' ? await readNames(db, field.to, values) : values.map((value) => formatField(field, value, currency))
    changes.push({ field: heading, ...clipChange(was ?? null, is ?? null) })
  }
  return changes
}

/** Records the changes of a record's rows in their histories, and writes their search entries. */
export const trackRecord = (model: RecordModel): ChangeTracking<RecordRow> => ({
  subject: model.kind,
  listChanges: (db, before, after) => listFieldChanges(db, model, before, after),
  onSaved: (db, rows, before) => writeRecordEntries(db, model, rows, before),
  onRemoved: (db, id) => removeEntry(db, model.kind, id),
})
