import { sql } from 'drizzle-orm'
import { homeDecimalsSql } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { readTaxColumns, textColumns, totalColumns } from '#server/domain/documents/lists/csv-columns.ts'
import { createFinder, customerNameSql, type DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import { paymentsByInvoiceSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, invoiceStatuses, statusLabels } from '#shared/invoice-rules.ts'
import { addUp, parseSum, type Sum, toDecimal, zero } from '#shared/money.ts'
import { type Invoice, invoiceRecordSql, parseInvoices } from './read.ts'

const invoiceFinder = createFinder(invoiceType, [customerNameSql])

export const invoiceList = createDocumentList(invoiceType, invoiceRecordSql, invoiceFinder)

const columns: CsvColumns<Invoice> = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => statusLabels[status]],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Due Date', ({ dueDate }) => dueDate],
  ...totalColumns,
  ['Paid', ({ amountPaid }) => toDecimal(amountPaid)],
  ['Written Off', ({ amountWrittenOff }) => toDecimal(amountWrittenOff)],
  ['Credited', ({ amountCredited }) => toDecimal(amountCredited)],
  ['Credit Applied', ({ creditApplied }) => toDecimal(creditApplied)],
  // A paid invoice stays paid after a refund; the refunded amount isn't due.
  ['Balance Due', ({ status, balanceDue }) => toDecimal(status === 'paid' ? zero : balanceDue)],
  ...textColumns,
]

export const exportInvoices = (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
  createCsvReply(
    user,
    async (db) => [...columns, ...(await readTaxColumns(db, invoiceFinder, query, today))],
    `invoices-${today}.csv`,
    async function* (db) {
      for await (const rows of invoiceList.all(db, query, today)) yield parseInvoices(rows)
    },
  )

type Sums = { count: number; total: Sum; withoutRate: number; balanceDue: Sum }

const addSums = (all: readonly Sums[]): Sums => ({
  count: all.reduce((before, { count }) => before + count, 0),
  total: addUp(all.map(({ total }) => total)),
  withoutRate: all.reduce((before, { withoutRate }) => before + withoutRate, 0),
  balanceDue: addUp(all.map(({ balanceDue }) => balanceDue)),
})

const homeDecimals = ({ userId }: UserDb) => sql.raw(homeDecimalsSql.replaceAll('$1', String(userId)))

// What is left of the home total after the share of payments, write-offs and credit notes, as in the books.
const settledSql = sql.raw('coalesce(paid.settled, 0)')
const homeDueSql = (db: UserDb) => sql`case when w.rate_source is null then w.total - ${settledSql}
  else w.home_total - round(w.home_total * least(${settledSql}, w.total) / nullif(w.total, 0), ${homeDecimals(db)}) end`

/** Only sent ones have a balance due. */
export const getInvoiceSummary = async (
  db: UserDb,
  { status: asked, ...filter }: DocumentFilter,
  today: Day,
): Promise<Sums & { byStatus: (Sums & { status: InvoiceStatus })[] }> => {
  const { rows } = await db.orm.execute<{ status: InvoiceStatus; count: number; total: string; withoutRate: number; due: string }>(sql`
    with paid as (
      ${sql.raw(paymentsByInvoiceSql(String(db.userId)))}
    ), matching as (select p.id, p.total, p.home_total, p.rate_source, ${invoiceFinder.displayedStatus(today)} as status ${invoiceFinder.matching(db, filter, today)})
    select w.status, count(*)::int as count, coalesce(sum(w.home_total), 0.00)::text as total,
           count(*) filter (where w.home_total is null)::int as "withoutRate",
           coalesce(sum(greatest(${homeDueSql(db)}, 0.00)) filter (where w.status in ('sent', 'overdue')), 0.00)::text as due
    from matching w left join paid on paid.document_id = w.id group by w.status`)
  const byStatus = invoiceStatuses.map((status) => {
    const { count, total, withoutRate, due } = rows.find((row) => row.status === status) ?? {
      count: 0,
      total: '0',
      withoutRate: 0,
      due: '0',
    }
    return { status, count, total: parseSum(total), withoutRate, balanceDue: parseSum(due) }
  })
  return { ...addSums(byStatus.filter(({ status }) => !asked || status === asked)), byStatus }
}
