import { sql } from 'drizzle-orm'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { readTaxColumns, textColumns, totalColumns } from '#server/domain/documents/lists/csv-columns.ts'
import { createFinder, customerNameSql, type DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { type EstimateStatus, estimateStatuses, estimateStatusLabels } from '#shared/estimate-rules.ts'
import { addUp, parseSum, type Sum } from '#shared/money.ts'
import { type Estimate, estimateRecordSql, parseEstimates } from './read.ts'

const companySql = sql`coalesce(case when p.customer_snapshot is null then c.company else p.customer_snapshot ->> 'company' end, '')`

const estimateFinder = createFinder(estimateType, [customerNameSql, companySql])

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

export const exportEstimates = (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
  createCsvReply(
    user,
    async (db) => [...columns, ...(await readTaxColumns(db, estimateFinder, query, today))],
    `estimates-${today}.csv`,
    async function* (db) {
      for await (const rows of estimateList.all(db, query, today)) yield parseEstimates(rows)
    },
  )

type Sums = { count: number; total: Sum; withoutRate: number }

export const getEstimateSummary = async (
  db: UserDb,
  { status: asked, ...filter }: DocumentFilter,
  today: Day,
): Promise<Sums & { byStatus: (Sums & { status: EstimateStatus })[] }> => {
  const { rows } = await db.orm.execute<{ status: EstimateStatus; count: number; total: string; withoutRate: number }>(sql`
    select ${estimateFinder.displayedStatus(today)} as status, count(*)::int as count, coalesce(sum(p.home_total), 0.00)::text as total,
           count(*) filter (where p.home_total is null)::int as "withoutRate"
    ${estimateFinder.matching(db, filter, today)} group by 1`)
  const byStatus = estimateStatuses.map((status) => {
    const { count, total, withoutRate } = rows.find((row) => row.status === status) ?? { count: 0, total: '0', withoutRate: 0 }
    return { status, count, total: parseSum(total), withoutRate }
  })
  const shown = byStatus.filter(({ status }) => !asked || status === asked)
  return {
    count: shown.reduce((before, { count }) => before + count, 0),
    total: addUp(shown.map(({ total }) => total)),
    withoutRate: shown.reduce((before, { withoutRate }) => before + withoutRate, 0),
    byStatus,
  }
}
