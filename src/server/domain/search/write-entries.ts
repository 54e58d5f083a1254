import type { RecordModel } from '#model/record.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import {
  buildCustomerLine,
  buildDocumentEntry,
  buildRecordEntry,
  type CustomerNames,
  type RecordRow,
  type SearchEntry,
  type SearchedDocument,
} from './entries.ts'
import { learnWords } from './words.ts'

const buildInsert = (count: number): string => {
  const rows = Array.from({ length: count }, (_, i) => `($1, ${Array.from({ length: 7 }, (_, j) => `$${i * 7 + j + 2}`).join(', ')})`)
  return `insert into search_entries (user_id, kind, record_id, title, subtitle, body, amount, day) values ${rows.join(', ')}`
}
const orReplace = `
  on conflict (user_id, kind, record_id) do update
    set title = excluded.title, subtitle = excluded.subtitle, body = excluded.body, amount = excluded.amount, day = excluded.day`
const insertOne = buildInsert(1)
const writeOne = insertOne + orReplace

/** Entries in a statement. */
const batchSize = 200

const toValues = ({ kind, id, title, subtitle, body, amount, day }: SearchEntry) => [kind, id, title, subtitle, body, amount, day]

/** Writes entries, without their words. */
export const insertEntries = (db: UserDb, entries: readonly SearchEntry[]): void => {
  for (let from = 0; from < entries.length; from += batchSize) {
    const batch = entries.slice(from, from + batchSize)
    db.send(buildInsert(batch.length) + orReplace, [db.userId, ...batch.flatMap(toValues)])
  }
}

/** Writes the entry of a record in the transaction of its change. */
export const writeEntry = (db: UserDb, entry: SearchEntry): void => {
  db.send(writeOne, [db.userId, ...toValues(entry)], 'search.write')
  learnWords(db, [entry])
}

const isCustomer = (row: RecordRow): row is RecordRow & CustomerNames => 'company' in row

/** Writes the entries of records in the transaction that saves them. @param before the record before its update; null for new ones */
export const writeRecordEntries = (db: UserDb, model: RecordModel, rows: readonly RecordRow[], before: RecordRow | null): void => {
  const entries = rows.map((row) => buildRecordEntry(model, row))
  insertEntries(db, entries)
  learnWords(db, entries)
  // Documents are found by the current names of their customer.
  const [row] = rows
  if (before && row && isCustomer(before) && isCustomer(row) && buildCustomerLine(before) !== buildCustomerLine(row))
    renameCustomer(db, row.id, row)
}

/**
 * Writes the entry of an invoice or an estimate, in the transaction of its change. The customer's row must be locked for share before its names are read, so
 * that a renaming at the same moment comes to this entry as well.
 */
export const writeDocumentEntry = (db: UserDb, document: SearchedDocument): void => writeEntry(db, buildDocumentEntry(document))

/** The same for a new invoice or estimate, which has no entry yet: PostgreSQL checks half as much. */
export const insertDocumentEntry = (db: UserDb, document: SearchedDocument): void => {
  const entry = buildDocumentEntry(document)
  db.send(insertOne, [db.userId, ...toValues(entry)], 'search.insert')
  learnWords(db, [entry])
}

const lockCustomersQuery = `
  select 1 from customers
  where user_id = $1 and (id = $3 or id = (select customer_id from documents where user_id = $1 and id = $2)) order by id for share`

/**
 * Locks the customer of a document that is issued, or that another customer is about to get: a renaming at the same moment changes the document's entry before
 * or after this transaction, not with what it has read meanwhile.
 */
export const lockCustomers = (db: UserDb, documentId: number, newCustomerId: number | null = null): void =>
  db.send(lockCustomersQuery, [db.userId, documentId, newCustomerId], 'search.lock-customers')

/** Removes the entry of a deleted record, in the transaction of its deletion. */
export const removeEntry = (db: UserDb, kind: SearchKind, id: number): void =>
  db.send('delete from search_entries where user_id = $1 and kind = $2 and record_id = $3', [db.userId, kind, id], 'search.remove')

const lineSql = (n: number) => `split_part(e.body, E'\\n', ${n})`
// The names are in the last two lines of an entry's text: those of the document, and the current ones where they differ.
const renameQuery = `
  update search_entries e set
    subtitle = case when d.customer_snapshot is null then $3 else e.subtitle end,
    body = concat_ws(E'\\n', ${lineSql(1)}, ${lineSql(2)}, ${lineSql(3)},
      case when d.customer_snapshot is null then $4 else ${lineSql(4)} end,
      case when d.customer_snapshot is null or ${lineSql(4)} = $4 then '' else $4 end)
  from documents d
  where e.user_id = $1 and d.user_id = $1 and d.customer_id = $2 and d.deleted_at is null and e.kind = d.type and e.record_id = d.id`

/** Writes the customer's names into the entries of their documents, after an update that locks the customer's row. */
const renameCustomer = (db: UserDb, customerId: number, names: CustomerNames): void =>
  db.send(renameQuery, [db.userId, customerId, names.name, buildCustomerLine(names)], 'search.rename')
