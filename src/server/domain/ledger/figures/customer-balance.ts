import { isOverdueSql } from '#server/domain/documents/status-sql.ts'
import { isIssuedSql, selectMovements } from '#server/domain/ledger/money-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'

// The same sums as in sums.ts for one customer ($2) on one day ($3), computed from the customer's invoices only. A deleted invoice may have lost its
// customer, who was deleted too; `former_customer_id` still names them.
const customerInvoices = `
  select id from documents where user_id = $1 and type = 'invoice' and customer_id = $2
  union all
  select id from documents where user_id = $1 and type = 'invoice' and deleted_at is not null and customer_id is null and former_customer_id = $2`

const balanceSql = `
  with received as materialized (
    select m.document_id, sum(m.net) as net from (${selectMovements({ invoice: (id) => `${id} in (${customerInvoices})` })}) m group by m.document_id
  ), issued as (
    select i.* from documents i where i.user_id = $1 and i.customer_id = $2 and ${isIssuedSql('i')}
  ), open as (
    select ${isOverdueSql('i', '$3')} as is_late, greatest(i.total - coalesce(c.net, 0), 0) as due
    from issued i left join received c on c.document_id = i.id where i.status in ('sent', 'overdue')
  )
  select
    (select coalesce(sum(total), 0) from issued)::numeric(18,2)::text as invoiced,
    (select coalesce(sum(net), 0) from received)::numeric(18,2)::text as paid,
    (select coalesce(sum(due), 0) from open)::numeric(18,2)::text as "balanceDue",
    (select coalesce(sum(due), 0) from open where is_late)::numeric(18,2)::text as overdue,
    (select coalesce(sum(amount), 0) from expenses where user_id = $1 and customer_id = $2)::numeric(18,2)::text as expenses`

/** Sums what a customer was invoiced, has paid (less refunds) and owes, the overdue part of that, and the expenses for the customer. */
export const getCustomerBalance = async (db: UserDb, customerId: number, today: Day): Promise<Record<AmountName, Cents>> => {
  const [row] = await db.rows<Record<AmountName, string>>(balanceSql, [db.userId, customerId, today], 'books.of-customer')
  const { invoiced, paid, balanceDue, overdue, expenses } = row!
  return {
    invoiced: parseCents(invoiced),
    paid: parseCents(paid),
    balanceDue: parseCents(balanceDue),
    overdue: parseCents(overdue),
    expenses: parseCents(expenses),
  }
}
type AmountName = 'invoiced' | 'paid' | 'balanceDue' | 'overdue' | 'expenses'
