import { type Columns, papersCsv, sumColumns, wordColumns } from '#server/papers/export.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusWords } from '#shared/estimate-rules.ts'
import type { Estimate } from './read.ts'

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

/** Estimates as a CSV file, a row each. */
export const estimatesCsv = (estimates: readonly Estimate[], today: Day): FileReply =>
  papersCsv(columns, estimates, `estimates-${today}.csv`)
