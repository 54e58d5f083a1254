import type { UserDb } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { type DashboardWire, dashboard, dashboardApi } from '#shared/api/dashboard.ts'
import { type Day, monthStart } from '#shared/dates.ts'
import { statusOn } from '#shared/invoice-rules.ts'
import { activityOf } from './activity.ts'

// Revenue is money that came, net of refunds and without what was marked by hand on papers that are deleted since; outstanding is what
// sent invoices still ask for. A check may be dated ahead: it counts in its own month, and in no other.
const figures = `
  with paid as (
    select p.invoice_id, p.payment_date, p.amount - p.refunded as net
    from payments p join invoices i on i.user_id = p.user_id and i.id = p.invoice_id
    where p.user_id = $1 and p.status = 'succeeded' and (i.deleted_at is null or p.provider <> 'manual')
  ), paid_per_invoice as (
    select invoice_id, sum(net) as net from paid group by invoice_id
  ), open as (
    select greatest(i.total - coalesce(p.net, 0), 0) as due
    from invoices i left join paid_per_invoice p on p.invoice_id = i.id
    where i.user_id = $1 and i.deleted_at is null and i.status in ('sent', 'overdue')
  ), spent as (
    select expense_date, amount from expenses where user_id = $1
  )
  select
    (select coalesce(sum(net), 0) from paid)::numeric(16,2)::text as "totalRevenue",
    (select coalesce(sum(due), 0) from open)::numeric(16,2)::text as "outstanding",
    (select coalesce(sum(net), 0) from paid where payment_date >= $2 and payment_date < $4)::numeric(16,2)::text as "paidThisMonth",
    (select coalesce(sum(amount), 0) from spent)::numeric(16,2)::text as "totalExpenses",
    json_build_object(
      'revenueThisMonth', (select coalesce(sum(net), 0) from paid where payment_date >= $2 and payment_date < $4)::numeric(16,2)::text,
      'revenueLastMonth', (select coalesce(sum(net), 0) from paid where payment_date >= $3 and payment_date < $2)::numeric(16,2)::text,
      'pendingInvoices', (select count(*) from open where due > 0),
      'invoicesThisMonth', (select count(distinct invoice_id) from paid where payment_date >= $2 and payment_date < $4 and net > 0),
      'expensesThisMonth', (select coalesce(sum(amount), 0) from spent where expense_date >= $2 and expense_date < $4)::numeric(16,2)::text,
      'expensesLastMonth', (select coalesce(sum(amount), 0) from spent where expense_date >= $3 and expense_date < $2)::numeric(16,2)::text
    ) as captions`

const recent = `
  select i.id, i.invoice_number as "invoiceNumber", coalesce(i.customer_as_sent ->> 'name', c.name) as "customerName", i.total, i.status,
         i.issue_date as "issueDate", i.due_date as "dueDate"
  from invoices i join customers c on c.user_id = i.user_id and c.id = i.customer_id
  where i.user_id = $1 and i.deleted_at is null order by i.created_at desc, i.id desc limit 5`

const read = async (db: UserDb, today: Day) => {
  const [sums] = await db.rows<Omit<DashboardWire, 'recentInvoices' | 'recentActivity'>>(
    figures,
    [db.userId, monthStart(today), monthStart(today, 1), monthStart(today, -1)],
    'dashboard.figures',
  )
  const invoices = await db.rows<DashboardWire['recentInvoices'][number] & { dueDate: Day }>(recent, [db.userId], 'dashboard.recent')
  return dashboard.decode({
    ...sums!,
    recentInvoices: invoices.map(({ dueDate, ...row }) => ({ ...row, status: statusOn(row.status, dueDate, today) })),
    recentActivity: await activityOf(db),
  })
}

export const dashboardRoutes = () => [route(dashboardApi.read, ({ user, today }) => user.tx((db) => read(db, today)))]
