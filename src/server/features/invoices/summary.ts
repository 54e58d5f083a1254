import { sql } from 'drizzle-orm'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { invoiceFinder } from './list.ts'

/** Gets count and total of the matching invoices, and the balance due of the sent ones. */
export const getInvoiceSummary = async (
  db: UserDb,
  which: DocumentFilter,
  today: Day,
): Promise<{ count: number; total: Cents; balanceDue: Cents }> => {
  const { rows } = await db.orm.execute<{ count: number; total: string; due: string }>(sql`
    with paid as (
      select invoice_id, sum(amount - refunded) as amount from payments where user_id = ${db.userId} and status = 'succeeded' group by invoice_id
    ), wanted as (select p.id, p.status, p.total ${invoiceFinder.wanted(db, which, today)})
    select count(*)::int as count, coalesce(sum(w.total), 0)::numeric(16,2)::text as total,
           coalesce(sum(greatest(w.total - coalesce(paid.amount, 0), 0)) filter (where w.status in ('sent', 'overdue')), 0)::numeric(16,2)::text as due
    from wanted w left join paid on paid.invoice_id = w.id`)
  const { count, total, due } = rows[0]!
  return { count, total: parseCents(total), balanceDue: parseCents(due) }
}
