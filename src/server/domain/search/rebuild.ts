import { and, asc, eq, gt } from 'drizzle-orm'
import type { RecordModel } from '#model/record.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { OwnedTable } from '#server/platform/records/owned-table.ts'
import { type SearchKind, searchKinds } from '#shared/contract/search.ts'
import { parseAmount } from '#shared/money.ts'
import {
  buildDocumentEntry,
  buildRecordEntry,
  type CustomerNames,
  documentTextsSql,
  type RecordRow,
  type SearchEntry,
  type SearchedDocument,
} from './entries.ts'
import { storeWords } from './words.ts'
import { insertEntries } from './write-entries.ts'

/** Records that are read at once. */
const batchSize = 200

type DocumentRow = Omit<SearchedDocument, 'total' | 'customer' | 'descriptions'> & { total: string; descriptions: string } & CustomerNames

const documentsQuery = `
  select d.type as kind, d.id, case when d.has_number then d.number end as number, d.customer_snapshot as snapshot, array[${documentTextsSql('d')}] as texts, d.total::text as total, d.issue_date as "issueDate",
         c.name, c.company, c.email,
         coalesce((select left(string_agg(l.description, ' ' order by l.position), 100000)
                   from document_lines l where l.user_id = $1 and l.document_id = d.id), '') as descriptions
  from documents d join customers c on c.user_id = $1 and c.id = d.customer_id
  where d.user_id = $1 and d.type = $2 and d.deleted_at is null and d.id > $3 order by d.id limit ${batchSize}`

const readDocumentEntries = async (db: UserDb, kind: SearchKind, afterId: number): Promise<SearchEntry[]> => {
  const rows = await db.rows<DocumentRow>(documentsQuery, [db.userId, kind, afterId])
  return rows.map(({ name, company, email, total, descriptions, ...row }) =>
    buildDocumentEntry({ ...row, total: parseAmount(total), customer: { name, company, email }, descriptions: [descriptions] }),
  )
}

/** The records besides documents, with their tables. */
export type SearchedRecords = readonly (RecordModel & { table: OwnedTable })[]

const readRecordEntries = async (db: UserDb, entity: SearchedRecords[number], afterId: number): Promise<SearchEntry[]> => {
  // The query builder needs a concrete table; all have these columns.
  const table = entity.table as unknown as typeof import('#server/platform/db/schema/business.ts').customers
  const rows = await db.orm
    .select()
    .from(table)
    .where(and(eq(table.userId, db.userId), gt(table.id, afterId)))
    .orderBy(asc(table.id))
    .limit(batchSize)
  return rows.map((row) => buildRecordEntry(entity, row as RecordRow))
}

/** Reads the entries that a kind of records must have, in batches in the order of their ids. */
export async function* readExpectedEntries(db: UserDb, kind: SearchKind, records: SearchedRecords): AsyncGenerator<SearchEntry[]> {
  const entity = records.find((each) => each.kind === kind)
  let afterId = Number.MIN_SAFE_INTEGER
  for (;;) {
    const entries = await (entity ? readRecordEntries(db, entity, afterId) : readDocumentEntries(db, kind, afterId))
    if (entries.length > 0) yield entries
    if (entries.length < batchSize) return
    afterId = entries.at(-1)!.id
  }
}

/** Writes all of the user's search entries and words anew, from the records. */
export const rebuildSearchEntries = async (db: UserDb, records: SearchedRecords): Promise<void> => {
  // Customers are not renamed meanwhile.
  await db.rows('select count(*) from (select from customers where user_id = $1 order by id for share) locked', [db.userId])
  await db.rows('delete from search_entries where user_id = $1', [db.userId])
  for (const kind of searchKinds)
    for await (const entries of readExpectedEntries(db, kind, records)) {
      insertEntries(db, entries)
      storeWords(db, entries)
    }
}
