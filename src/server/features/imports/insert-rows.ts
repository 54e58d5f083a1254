import type { UserDb } from '#server/platform/db/client.ts'
import type { ImportResult } from '#shared/contract/imports.ts'
import type { ImportKind } from '#shared/imports/fields.ts'

/** A row as the database takes it: null for missing values, amounts as decimal text. */
export type RowValues = Record<string, string | number | null>

/** The columns of a table that an import fills, with their types, and the expressions by which a row counts as a duplicate. */
const tables: Record<ImportKind, { columns: Record<string, string>; same: readonly string[] }> = {
  customers: {
    columns: {
      name: 'text',
      company: 'text',
      email: 'text',
      phone: 'text',
      address: 'text',
      city: 'text',
      state: 'text',
      zip_code: 'text',
      country: 'text',
    },
    same: ['lower(%.name collate "und-x-icu")', 'lower(coalesce(%.email, \'\') collate "und-x-icu")'],
  },
  items: {
    columns: { name: 'text', description: 'text', unit_price: 'numeric', category: 'text' },
    same: ['lower(%.name collate "und-x-icu")', '%.unit_price'],
  },
  expenses: {
    columns: {
      description: 'text',
      amount: 'numeric',
      category: 'text',
      expense_date: 'date',
      vendor: 'text',
      customer_id: 'integer',
      receipt_url: 'text',
    },
    same: ['%.expense_date', '%.amount', '%.description', "coalesce(%.vendor, '')"],
  },
}

/** Rows per statement. */
const batchSize = 2000
/** Identifies imports among PostgreSQL's advisory locks; any constant works. */
const lockNamespace = 7_104_211

/**
 * Inserts the rows. With `skipExisting`, rows that exist already are skipped; duplicates within the file are all inserted.
 * @returns how many were inserted, and how many skipped
 */
export const insertRows = async (
  db: UserDb,
  kind: ImportKind,
  rows: readonly RowValues[],
  { skipExisting }: { skipExisting: boolean },
): Promise<ImportResult> => {
  const { columns, same } = tables[kind]
  const names = Object.keys(columns)
  // Serializes a user's imports, so that the second sees what the first inserted.
  await db.rows('select pg_advisory_xact_lock($1, $2)', [lockNamespace, db.userId])
  const [before] = await db.rows<{ last: number }>(`select coalesce(max(id), 0) as last from ${kind} where user_id = $1`, [db.userId])
  const matches = same.map((key) => `${key.replaceAll('%', 'old')} = ${key.replaceAll('%', 'new')}`).join(' and ')
  const text = `
    with stored as (
      insert into ${kind} (user_id, ${names.join(', ')})
      select $1, ${names.map((name) => `new.${name}`).join(', ')}
      from jsonb_to_recordset($2::jsonb) as new (place integer, ${names.map((name) => `${name} ${columns[name]}`).join(', ')})
      where not exists (select 1 from ${kind} old where $3::boolean and old.user_id = $1 and old.id <= $4 and ${matches})
      order by new.place
      returning 1
    )
    select count(*)::int as created from stored`
  let created = 0
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize).map((row, parameter) => ({ place: parameter, ...row }))
    const [result] = await db.rows<{ created: number }>(text, [db.userId, JSON.stringify(part), skipExisting, before!.last])
    created += result!.created
  }
  return { created, skipped: rows.length - created }
}
