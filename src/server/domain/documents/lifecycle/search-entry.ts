import type { CustomerSnapshot } from '#server/domain/documents/parties.ts'
import { documentTextsSql } from '#server/domain/search/entries.ts'
import { writeDocumentEntry } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount } from '#shared/money.ts'
import type { DocumentKind } from '#shared/record-types.ts'

type Row = {
  kind: DocumentKind
  number: string | null
  customer: { name: string; company: string | null; email: string | null }
  snapshot: CustomerSnapshot | null
  texts: (string | null)[]
  descriptions: string[]
  total: string
  issueDate: Day
}

// The lock keeps the customer's name until the commit: the entry contains it.
const readQuery = `
  select p.type as kind, case when p.has_number then p.number end as number, json_build_object('name', c.name, 'company', c.company, 'email', c.email) as customer, p.customer_snapshot as snapshot,
         array[${documentTextsSql('p')}] as texts, p.total::text, p.issue_date as "issueDate",
         array(select l.description from document_lines l where l.user_id = $1 and l.document_id = $2 order by l.position) as descriptions
  from documents p join customers c on c.user_id = $1 and c.id = p.customer_id
  where p.user_id = $1 and p.id = $2 and p.deleted_at is null for share of c`

export const refreshDocumentEntry = async (db: UserDb, id: number): Promise<void> => {
  const [row] = await db.rows<Row>(readQuery, [db.userId, id], 'documents.read-for-search')
  if (row) writeDocumentEntry(db, { id, ...row, total: parseAmount(row.total) as Amount })
}
