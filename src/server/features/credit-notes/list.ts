import { sql } from 'drizzle-orm'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { readTaxColumns, textColumns, totalColumns } from '#server/domain/documents/lists/csv-columns.ts'
import { createFinder, customerNameSql, type DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import { type CreditNoteStatus, creditNoteStatuses, creditNoteStatusLabels } from '#shared/credit-note-rules.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, parseSum, type Sum } from '#shared/money.ts'
import { type CreditNote, creditNoteRecordSql, parseCreditNotes } from './read.ts'

const creditNoteFinder = createFinder(creditNoteType, [
  customerNameSql,
  sql`coalesce((select i.number from documents i where i.user_id = p.user_id and i.id = p.credited_invoice_id), '')`,
])

export const creditNoteList = createDocumentList(creditNoteType, creditNoteRecordSql, creditNoteFinder)

const columns: CsvColumns<CreditNote> = [
  ['Credit Note', ({ creditNoteNumber }) => creditNoteNumber],
  ['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? ''],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => creditNoteStatusLabels[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ...totalColumns,
  ...textColumns,
]

export const exportCreditNotes = (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
  createCsvReply(
    user,
    async (db) => [...columns, ...(await readTaxColumns(db, creditNoteFinder, query, today))],
    `credit-notes-${today}.csv`,
    async function* (db) {
      for await (const rows of creditNoteList.all(db, query, today)) yield parseCreditNotes(rows)
    },
  )

type Sums = { count: number; total: Sum; withoutRate: number }

/** What was voided comes to nothing. */
export const getCreditNoteSummary = async (
  db: UserDb,
  { status: asked, ...filter }: DocumentFilter,
  today: Day,
): Promise<Sums & { byStatus: (Sums & { status: CreditNoteStatus })[] }> => {
  const { rows } = await db.orm.execute<{ status: CreditNoteStatus; count: number; total: string }>(sql`
    select p.status, count(*)::int as count, coalesce(sum(p.home_total) filter (where p.status = 'issued'), 0.00)::text as total
    ${creditNoteFinder.matching(db, filter, today)} group by 1`)
  const byStatus = creditNoteStatuses.map((status) => {
    const { count, total } = rows.find((row) => row.status === status) ?? { count: 0, total: '0' }
    return { status, count, total: parseSum(total), withoutRate: 0 }
  })
  const matching = byStatus.filter(({ status }) => !asked || status === asked)
  return {
    count: matching.reduce((before, { count }) => before + count, 0),
    total: addUp(matching.map(({ total }) => total)),
    withoutRate: 0,
    byStatus,
  }
}
