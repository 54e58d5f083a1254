import { sumColumns, wordColumns } from '#server/papers/export.ts'
import type { Which } from '#server/papers/find.ts'
import { type Columns, csvFile } from '#server/platform/csv.ts'
import type { ListQuery } from '#server/platform/db/lists.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusWords } from '#shared/estimate-rules.ts'
import { estimates } from './list.ts'
import { asEstimates, type Estimate } from './read.ts'

const columns: Columns<Estimate> = [
  ['Estimate', ({ estimateNumber }) => estimateNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Company', ({ customer }) => customer.company],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => estimateStatusWords[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Expiry Date', ({ expiryDate }) => expiryDate],
  ...sumColumns,
  ['Invoice', ({ invoice }) => invoice?.invoiceNumber ?? null],
  ...wordColumns,
]

/** The estimates that match as a CSV file, a row each. */
export const exportEstimates = (user: Caller, query: ListQuery & Which, today: Day): Promise<FileReply> =>
  csvFile(user, columns, `estimates-${today}.csv`, async function* (db) {
    for await (const rows of estimates.all(db, query, today)) yield asEstimates(rows)
  })
