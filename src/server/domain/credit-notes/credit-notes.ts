import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { withholdingSql } from '#server/domain/documents/lists/record-sql.ts'
import { creditLeftSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { creditNote } from '#shared/contract/credit-notes.ts'
import { creditNoteStatuses } from '#shared/credit-note-rules.ts'
import type { Day } from '#shared/dates.ts'

export type CreditNote = z.output<typeof creditNote>

export const creditNotes = createDocumentRecords(creditNoteType, {
  schema: creditNote,
  sql: {
    columns: `${withholdingSql}, (select json_build_object('id', i.id, 'invoiceNumber', i.number)
          from documents i where i.user_id = $1 and i.id = p.credited_invoice_id) as invoice,
         case when p.credited_invoice_id is null then ${creditLeftSql('p')} end::text as "creditLeft"`,
    lineColumns: ', l.credited_line_id as "creditedLineId"',
  },
  searched: [sql`coalesce((select i.number from documents i where i.user_id = p.user_id and i.id = p.credited_invoice_id), '')`],
  statuses: creditNoteStatuses,
  columns: (usual) => usual.toSpliced(1, 0, ['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? '']),
  // What was voided comes to nothing.
  inTotal: sql`p.status = 'issued'`,
})
export const getCreditNote = creditNotes.get

const maxListed = 200

export const listOfInvoice = async (db: UserDb, invoiceId: number, today: Day): Promise<CreditNote[]> => {
  const found = await db.rows<{ id: number }>(
    'select id from documents where user_id = $1 and credited_invoice_id = $2 order by id desc limit $3',
    [db.userId, invoiceId, maxListed],
    'credit-notes.of-invoice',
  )
  if (found.length === 0) return []
  const rows = await db.rows(
    `select r.* from ${creditNotes.recordSql.some} cross join lateral (${creditNotes.recordSql.in('page')}) r order by page.nth`,
    [db.userId, today, '', found.map(({ id }) => id)],
    'credit-notes.some-of-invoice',
  )
  return creditNotes.parse(rows)
}
