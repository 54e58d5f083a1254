import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import type { OverviewDue } from '#server/domain/ledger/figures/overview.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { attentionKinds, type DashboardWire } from '#shared/contract/dashboard.ts'
import { addDays, type Day } from '#shared/dates.ts'

type Attention = DashboardWire['attention'][number]

const expiresSoonDays = 7

// A document has the first kind that applies; beside it, its scheduled email may have failed, or its customer may have answered a reminder. Sums are in the
// home currency; a document without an exchange rate counts, but adds nothing. A draft that is scheduled needs no attention, unless it could not be sent.
// Overdue invoices are among the figures. $2 is today, $3 the last day that counts as soon.
const attentionQuery = `
  with found as materialized (
    select d.id, d.home_total, coalesce(d.due_date, d.expiry_date) as day, null as reason,
      case when d.payment_attention is not null then 'payment'
           when d.status = 'draft' then 'draft'
           when d.status = 'accepted' then 'accepted'
           when d.email_status = 'failed' then 'undelivered'
           else 'expiring' end as kind
    from documents d
    where d.user_id = $1 and d.deleted_at is null and (
      d.payment_attention is not null
      or d.type = 'invoice' and d.status = 'draft' and not exists (
        select from scheduled_sends s where s.user_id = $1 and s.document_id = d.id)
      or d.status in ('sent', 'overdue') and d.email_status = 'failed' and (d.type = 'invoice' or d.expiry_date >= $2)
      or d.type = 'estimate' and d.status = 'sent' and d.expiry_date between $2 and $3
      or d.type = 'estimate' and d.status = 'accepted' and not exists (
        select from documents i where i.user_id = $1 and i.source_document_id = d.id))
    union all
    select d.id, d.home_total, s.day, null, 'unsent'
    from scheduled_sends s join documents d on d.user_id = $1 and d.id = s.document_id
    where s.user_id = $1 and s.problem is not null and d.deleted_at is null and d.status in ('draft', 'sent', 'overdue')
    union all
    select d.id, d.home_total, d.due_date, case o.cause when 'paid' then 'says it was paid' else 'disputes it' end, 'answered'
    from reminder_opt_outs o join documents d on d.user_id = $1 and d.id = o.document_id
    where o.user_id = $1 and o.cause in ('paid', 'disputed') and ${isOpenSql('d')}
  )
  select k.kind, k.count, k.sum, d.number, k.reason, ${customerNameSql('d')} as "customerName", coalesce(d.due_date, d.expiry_date) as day,
         '/' || d.type || 's/' || d.id as path
  from (select kind, count(*)::int as count, sum(home_total)::text as sum, (array_agg(id order by day, id))[1] as first,
               (array_agg(reason order by day, id))[1] as reason
        from found group by kind) k
  join documents d on d.user_id = $1 and d.id = k.first`

const recurringQuery = `
  select 'recurring' as kind, count(*) over ()::int as count, null as sum, null as number, r.problem as reason, c.name as "customerName", r.next_day as day,
         '/recurring-invoices/' || r.id as path
  from recurring_invoices r join customers c on c.user_id = $1 and c.id = r.customer_id
  where r.user_id = $1 and r.problem is not null and r.next_day is not null
  order by r.problem_since, r.id limit 1`

type Row = Omit<Attention, 'first'> & Attention['first']

const toOverdue = ({ count, sum, rows: [oldest] }: OverviewDue): Attention[] =>
  oldest
    ? [
        {
          kind: 'overdue',
          count,
          sum,
          first: {
            number: oldest.invoiceNumber,
            reason: null,
            customerName: oldest.customerName,
            day: oldest.dueDate,
            path: `/invoices/${oldest.id}`,
          },
        },
      ]
    : []

export const listAttention = async (db: UserDb, today: Day): Promise<Attention[]> => {
  const found = await Promise.all([
    db.rows<Row>(attentionQuery, [db.userId, today, addDays(today, expiresSoonDays)], 'dashboard.attention'),
    db.rows<Row>(recurringQuery, [db.userId], 'dashboard.recurring'),
  ])
  return found.flat().map(({ kind, count, sum, ...first }) => ({ kind, count, sum, first }))
}

export const rankAttention = (others: readonly Attention[], overdue: OverviewDue): Attention[] =>
  [...others, ...toOverdue(overdue)].sort((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind))
