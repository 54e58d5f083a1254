import type { UserDb } from '#server/platform/db/client.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { maxImportRows } from '#shared/contract/imports.ts'
import { formatMoney } from '#shared/money.ts'

type Activity = DashboardWire['recentActivity'][number]

/** Condition for documents that were sent by email; a document may be sent by other means. */
const emailWasSentSql = (kind: 'invoice' | 'estimate', table: string) =>
  `exists (select 1 from ${kind}_emails m where m.user_id = $1 and m.${kind}_id = ${table}.id and m.kind = '${kind}' and m.state = 'accepted')`

const invoicePath = "case when i.deleted_at is null then '/invoices/' || i.id end"

// Deleted documents are left out, except for money that a provider received. An estimate that was accepted while a draft was never sent, which only
// its history shows. Refunds, disputes and first views are searched for in the newest events only. Customers of one import have the same creation
// time and make one line; the newest creation times are found one by one along the index.
const activity = `
  with recursive added as (
    (select created_at as at, 1 as nth from customers where user_id = $1 order by created_at desc limit 1)
    union all
    select (select c.created_at from customers c where c.user_id = $1 and c.created_at < a.at order by c.created_at desc limit 1), a.nth + 1
    from added a where a.nth < 8 and a.at is not null
  )
  (select 'payment' as kind, p.created_at as at, i.invoice_number as number, coalesce(i.customer_as_sent ->> 'name', c.name) as who, p.amount::text as amount,
          ${invoicePath} as path
   from payments p join invoices i on i.user_id = p.user_id and i.id = p.invoice_id left join customers c on c.user_id = i.user_id and c.id = i.customer_id
   where p.user_id = $1 and p.status = 'succeeded' and (i.deleted_at is null or p.provider <> 'manual') order by p.created_at desc limit 8)
  union all
  (select case when ${emailWasSentSql('invoice', 'i')} then 'sent' else 'marked sent' end, i.sent_at, i.invoice_number,
          coalesce(i.customer_as_sent ->> 'name', c.name), null, ${invoicePath}
   from invoices i join customers c on c.user_id = i.user_id and c.id = i.customer_id
   where i.user_id = $1 and i.sent_at is not null and i.deleted_at is null order by i.sent_at desc limit 8)
  union all
  (select case when n.count = 1 then 'customer' else 'customers imported' end, a.at, null, case when n.count = 1 then c.name else n.count::text end, null,
          case when n.count = 1 then '/customers/' || c.id else '/customers' end
   from added a
   cross join lateral (select count(*) from (select from customers where user_id = $1 and created_at = a.at limit ${maxImportRows}) same) n
   cross join lateral (select id, name from customers where user_id = $1 and created_at = a.at limit 1) c)
  union all
  (select case when ${emailWasSentSql('estimate', 'e')} then 'estimate sent' else 'estimate marked sent' end, e.sent_at, e.estimate_number,
          coalesce(e.customer_as_sent ->> 'name', c.name), null, '/estimates/' || e.id
   from estimates e join customers c on c.user_id = e.user_id and c.id = e.customer_id
   where e.user_id = $1 and e.sent_at is not null and e.deleted_at is null and exists (
     select 1 from estimate_events v where v.user_id = e.user_id and v.estimate_id = e.id and v.kind = 'sent' and v.at >= e.sent_at)
   order by e.sent_at desc limit 8)
  union all
  (select case e.status when 'accepted' then 'accepted' else 'declined' end, e.answered_at, e.estimate_number,
          case when e.status = 'accepted' and e.answered_by is not null then e.answered_by else coalesce(e.customer_as_sent ->> 'name', c.name) end, null,
          '/estimates/' || e.id
   from estimates e join customers c on c.user_id = e.user_id and c.id = e.customer_id
   where e.user_id = $1 and e.answered_at is not null and e.deleted_at is null order by e.answered_at desc limit 8)
  union all
  (select e.kind, e.at, i.invoice_number, coalesce(i.customer_as_sent ->> 'name', c.name), substring(e.changes -> 0 ->> 'after' from '^\\$([0-9,]+[.][0-9]{2})'),
          ${invoicePath}
   from (select * from invoice_events where user_id = $1 order by id desc limit 300) e
   join invoices i on i.user_id = e.user_id and i.id = e.invoice_id
   left join customers c on c.user_id = i.user_id and c.id = i.customer_id
   where e.kind in ('refunded', 'refund failed', 'refund undone', 'disputed', 'dispute won', 'dispute lost', 'payment questioned')
     or (e.kind = 'viewed' and i.deleted_at is null and not exists (
       select 1 from invoice_events v where v.user_id = e.user_id and v.invoice_id = e.invoice_id and v.kind = 'viewed' and v.id < e.id))
   order by e.at desc limit 8)
  order by at desc limit 8`

type Event = { kind: Activity['kind']; at: Date; number: string | null; who: string; amount: string | null; path: string | null }

/** ' of $20.00', when the history has the amount. */
const formatOf = (amount: string | null) => (amount === null ? '' : ` of $${amount}`)

const describeByKind: Record<Activity['kind'], (event: Event) => string> = {
  payment: ({ amount, who, number }) => `Payment of ${formatMoney(amount!)} received from ${who} for ${number}`,
  refunded: ({ amount, who, number }) => `Refund${formatOf(amount)} to ${who} for ${number}`,
  'refund failed': ({ amount, who, number }) => `Refund${formatOf(amount)} to ${who} for ${number} failed`,
  'refund undone': ({ amount, who, number }) => `Refund${formatOf(amount)} to ${who} for ${number} came back`,
  disputed: ({ amount, who, number }) => `Payment${formatOf(amount)} from ${who} for ${number} disputed`,
  'dispute won': ({ amount, who, number }) => `Dispute of the payment${formatOf(amount)} from ${who} for ${number} won`,
  'dispute lost': ({ amount, who, number }) => `Dispute of the payment${formatOf(amount)} from ${who} for ${number} lost`,
  'payment questioned': ({ who, number }) => `A payment from ${who} for ${number} needs your decision`,
  viewed: ({ number, who }) => `Invoice ${number} viewed by ${who}`,
  sent: ({ number, who }) => `Invoice ${number} sent to ${who}`,
  'marked sent': ({ number, who }) => `Invoice ${number} for ${who} marked as sent`,
  customer: ({ who }) => `New customer ${who} added`,
  'customers imported': ({ who }) => `${Number(who).toLocaleString('en-US')} customers imported`,
  'estimate sent': ({ number, who }) => `Estimate ${number} sent to ${who}`,
  'estimate marked sent': ({ number, who }) => `Estimate ${number} for ${who} marked as sent`,
  accepted: ({ number, who }) => `Estimate ${number} accepted by ${who}`,
  declined: ({ number, who }) => `Estimate ${number} declined by ${who}`,
}

/** Lists the latest activity, newest first. */
export const listActivity = async (db: UserDb): Promise<Activity[]> => {
  const events = await db.rows<Event>(activity, [db.userId], 'dashboard.activity')
  return events.map((event) => ({
    kind: event.kind,
    text: describeByKind[event.kind](event),
    at: event.at.toISOString(),
    path: event.path,
  }))
}
