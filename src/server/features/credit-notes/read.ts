import { z } from 'zod'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { buildRecordSql } from '#server/domain/documents/lists/record-sql.ts'
import { creditLeftSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { creditNote } from '#shared/contract/credit-notes.ts'
import type { Day } from '#shared/dates.ts'
import { creditNotePath } from '#shared/paths.ts'

export const creditNoteRecordSql = buildRecordSql(creditNoteType, {
  columns: `$3::text || '${creditNotePath('')}' || (
           select public.public_id from public_links public where public.user_id = $1 and public.document_id = p.id) as "publicUrl",
         json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name), 'email', c.email) as customer,
         (select json_build_object('id', i.id, 'invoiceNumber', i.number)
          from documents i where i.user_id = $1 and i.id = p.credited_invoice_id) as invoice,
         case when p.credited_invoice_id is null then ${creditLeftSql('p')} end::text as "creditLeft"`,
  lineColumns: ', l.credited_line_id as "creditedLineId"',
})

export type CreditNote = z.output<typeof creditNote>

const creditNotes = z.array(creditNote)

export const parseCreditNotes = (rows: unknown[]): CreditNote[] => creditNotes.parse(rows)

/** The link is a path otherwise, so that it is valid for every URL of the server. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (found: CreditNote): CreditNote => ({ ...found, publicUrl: absolute(found.publicUrl) })

/** @throws AppError 404 */
export const getCreditNote = async (db: UserDb, id: number, today: Day): Promise<CreditNote> => {
  const [found] = parseCreditNotes(await db.rows(creditNoteRecordSql.one, [db.userId, today, '', id], 'credit-notes.one'))
  if (!found) throw notFound('Credit note')
  return found
}

const maxListed = 200

export const listOfInvoice = async (db: UserDb, invoiceId: number, today: Day): Promise<CreditNote[]> => {
  const found = await db.rows<{ id: number }>(
    'select id from documents where user_id = $1 and credited_invoice_id = $2 order by id desc limit $3',
    [db.userId, invoiceId, maxListed],
    'credit-notes.of-invoice',
  )
  if (found.length === 0) return []
  const rows = await db.rows(
    `select r.* from ${creditNoteRecordSql.some} cross join lateral (${creditNoteRecordSql.in('page')}) r order by page.nth`,
    [db.userId, today, '', found.map(({ id }) => id)],
    'credit-notes.some-of-invoice',
  )
  return parseCreditNotes(rows)
}
