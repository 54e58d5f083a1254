import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { customerFigures } from '#shared/api/customers.ts'
import type { Day } from '#shared/dates.ts'

// The same definitions as the dashboard's: money that came is net of refunds and without what was marked by hand on papers that are deleted
// since; what is due is what sent invoices still ask for.
const figures = `
  with mine as (
    select id, status, total, due_date, deleted_at from invoices where user_id = $1 and customer_id = $2
  ), paid as (
    select p.invoice_id, p.amount - p.refunded as net
    from payments p join mine i on i.id = p.invoice_id
    where p.user_id = $1 and p.status = 'succeeded' and (i.deleted_at is null or p.provider <> 'manual')
  ), open as (
    select i.status = 'overdue' or i.due_date < $3 as is_overdue, greatest(i.total - coalesce((select sum(net) from paid p where p.invoice_id = i.id), 0), 0) as due
    from mine i where i.deleted_at is null and i.status in ('sent', 'overdue')
  )
  select
    (select coalesce(sum(total), 0) from mine where deleted_at is null and status <> 'draft')::numeric(16,2)::text as invoiced,
    (select coalesce(sum(net), 0) from paid)::numeric(16,2)::text as paid,
    (select coalesce(sum(due), 0) from open)::numeric(16,2)::text as "balanceDue",
    (select coalesce(sum(due), 0) from open where is_overdue)::numeric(16,2)::text as overdue,
    (select coalesce(sum(amount), 0) from expenses where user_id = $1 and customer_id = $2)::numeric(16,2)::text as expenses,
    (select count(*)::int from mine where deleted_at is null) as "invoiceCount",
    (select count(*)::int from estimates where user_id = $1 and customer_id = $2 and deleted_at is null) as "estimateCount",
    (select count(*)::int from expenses where user_id = $1 and customer_id = $2) as "expenseCount"`

/** What a customer was asked for, paid and owes, in cents. */
export const figuresOf = async (db: UserDb, customerId: number, today: Day): Promise<z.output<typeof customerFigures>> => {
  const [row] = await db.rows(figures, [db.userId, customerId, today], 'customers.figures')
  return customerFigures.parse(row)
}
