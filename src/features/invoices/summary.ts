import { sql } from 'drizzle-orm'
import { homeDecimalsOf } from '#server/domain/business/business.ts'
import { addSums, type SummarySums } from '#server/domain/documents/lists/document-records.ts'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { paymentsByInvoiceSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'
import { addUp, parseSum, type Sum } from '#shared/money.ts'
import { invoices } from './read.ts'

type Sums = SummarySums & { balanceDue: Sum }

const homeDecimals = ({ userId }: UserDb) => sql.raw(homeDecimalsOf(String(userId)))

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
    ), matching as (select p.id, p.total, p.home_total, p.rate_source, ${invoices.finder.displayedStatus(today)} as status ${invoices.finder.matching(db, filter, today)})
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
  const shown = byStatus.filter(({ status }) => !asked || status === asked)
  return { ...addSums(shown), balanceDue: addUp(shown.map(({ balanceDue }) => balanceDue)), byStatus }
}
