import { sql } from 'drizzle-orm'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { createFinder, customerNameSql, type DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { createDocumentList, textColumns, totalColumns } from '#server/domain/documents/lists/list.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { type Estimate, estimateRecordSql, parseEstimates } from './read.ts'

const companySql = sql`coalesce(case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, '')`

/** Search by number, customer and company. */
const estimateFinder = createFinder(estimateType, [customerNameSql, companySql])

/** The user's estimates in pages, newest first by default. */
export const estimateList = createDocumentList(estimateType, estimateRecordSql, estimateFinder)

const columns: CsvColumns<Estimate> = [
  ['Estimate', ({ estimateNumber }) => estimateNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Company', ({ customer }) => customer.company],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => estimateStatusLabels[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Expiry Date', ({ expiryDate }) => expiryDate],
  ...totalColumns,
  ['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? null],
  ...textColumns,
]

/** The matching estimates as a CSV file, one row each. */
export const exportEstimates = (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
  createCsvReply(user, columns, `estimates-${today}.csv`, async function* (db) {
    for await (const rows of estimateList.all(db, query, today)) yield parseEstimates(rows)
  })

/** Gets count and total of the matching estimates. */
export const getEstimateSummary = async (db: UserDb, filter: DocumentFilter, today: Day): Promise<{ count: number; total: Cents }> => {
  const { rows } = await db.orm.execute<{ count: number; total: string }>(
    sql`select count(*)::int as count, coalesce(sum(p.total), 0)::numeric(16,2)::text as total ${estimateFinder.matching(db, filter, today)}`,
  )
  const { count, total } = rows[0]!
  return { count, total: parseCents(total) }
}
