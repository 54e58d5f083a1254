import { textColumns, totalColumns } from '#server/domain/documents/lists/csv-columns.ts'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { estimateList } from './list.ts'
import { type Estimate, parseEstimates } from './read.ts'

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
