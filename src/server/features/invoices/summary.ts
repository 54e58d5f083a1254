import { sql } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import { wantedOf } from './read.ts'

type Which = { status?: InvoiceStatus | undefined; search?: string | undefined }

/** How many invoices match, what they come to, and what those that were sent still ask for. */
export const summaryOf = async (db: UserDb, which: Which, today: Day): Promise<{ count: number; total: Cents; balanceDue: Cents }> => {
  const { rows } = await db.orm.execute<{ count: number; total: string; due: string }>(sql`
    with paid as (
      select invoice_id, sum(amount - refunded) as amount from payments where user_id = ${db.userId} and status = 'succeeded' group by invoice_id
    )
    select count(*)::int as count, coalesce(sum(i.total), 0)::numeric(16,2)::text as total,
           coalesce(sum(greatest(i.total - coalesce(paid.amount, 0), 0)) filter (where i.status in ('sent', 'overdue')), 0)::numeric(16,2)::text as due
    from invoices i
    join customers c on c.user_id = i.user_id and c.id = i.customer_id
    left join paid on paid.invoice_id = i.id
    where ${wantedOf(db, which, today)}`)
  const { count, total, due } = rows[0]!
  return { count, total: parseCents(total), balanceDue: parseCents(due) }
}
