import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { maxImportRows } from '#shared/contract/imports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'

type Activity = DashboardWire['recentActivity'][number]

/** Listed for deleted invoices too. */
const paymentKinds = "'refunded', 'refund failed', 'refund undone', 'disputed', 'dispute won', 'dispute lost', 'payment questioned'"

// A document can be sent by other means than an email.
const eventKindSql = `case when e.kind <> 'sent' then e.kind else case d.type when 'estimate' then 'estimate ' else '' end || case when exists (
    select 1 from document_emails m where m.user_id = $1 and m.document_id = d.id and m.kind = 'document' and m.state = 'accepted')
  then 'sent' else 'marked sent' end end`

/** Of a document that became a draft again, or of an answer that was taken back, nothing is listed; and only the first view is. */
const isListedSql = `e.kind in (${paymentKinds}) or d.deleted_at is null and case e.kind
    when 'sent' then e.at >= d.sent_at
    when 'viewed' then d.type = 'invoice' and not exists (
      select 1 from events v where v.user_id = $1 and v.subject_type = 'invoice' and v.subject_id = e.subject_id and v.kind = 'viewed' and v.id < e.id)
    else e.at >= r.responded_at end`

/** With `offset 0`, PostgreSQL looks it up for one row after the other, until there are as many as the limit. */
const joinDocument = (id: string, { kind, who, condition }: Record<'kind' | 'who' | 'condition', string>) =>
  `cross join lateral (
     select ${kind} as kind, d.number, ${who} as who, case when d.deleted_at is null then '/' || d.type || 's/' || d.id end as path
     from documents d
     left join estimate_responses r on r.user_id = $1 and r.document_id = d.id
     where d.user_id = $1 and d.id = ${id} and (${condition}) offset 0) doc`

// Payments and customers are not read from the event log: payments that were undone are not listed, and events do not name their payment.
// Customers of one import have the same creation time and make one line, and the newest creation times are found one by one along the
// index.
const activity = `
  with recursive added as (
    (select created_at as at, 1 as nth from customers where user_id = $1 order by created_at desc limit 1)
    union all
    select (select c.created_at from customers c where c.user_id = $1 and c.created_at < a.at order by c.created_at desc limit 1), a.nth + 1
    from added a where a.nth < 8 and a.at is not null
  )
  (select doc.kind, p.created_at as at, doc.number, doc.who, p.amount::text as amount, upper(p.currency) as currency, doc.path
   from payments p
   ${joinDocument('p.document_id', { kind: "'payment'", who: customerNameSql('d'), condition: "d.deleted_at is null or p.provider <> 'manual'" })}
   where p.user_id = $1 and p.status = 'succeeded' order by p.created_at desc limit 8)
  union all
  (select case when n.count = 1 then 'customer' else 'customers imported' end, a.at, null, case when n.count = 1 then c.name else n.count::text end, null, null,
          case when n.count = 1 then '/customers/' || c.id else '/customers' end
   from added a
   cross join lateral (select count(*) from (select from customers where user_id = $1 and created_at = a.at limit ${maxImportRows}) same) n
   cross join lateral (select id, name from customers where user_id = $1 and created_at = a.at limit 1) c)
  union all
  (select doc.kind, e.at, doc.number, doc.who, substring(e.changes -> 0 ->> 'after' from '^[^0-9,]{1,5}[0-9,]+[.][0-9]{2}'), null, doc.path
   from events e
   ${joinDocument('e.subject_id', {
     kind: eventKindSql,
     who: `coalesce(case e.kind when 'accepted' then r.responded_by end, ${customerNameSql('d')})`,
     condition: isListedSql,
   })}
   where e.user_id = $1 and e.subject_type in ('invoice', 'estimate') and e.kind in ('sent', 'viewed', 'accepted', 'declined', ${paymentKinds})
   order by e.id desc limit 8)
  order by at desc limit 8`

type Event = {
  kind: Activity['kind']
  at: Date
  number: string | null
  who: string
  amount: string | null
  currency: Currency | null
  path: string | null
}

const formatOf = (amount: string | null) => (amount === null ? '' : ` of ${amount}`)

const describeByKind: Record<Activity['kind'], (event: Event) => string> = {
  payment: ({ amount, currency, who, number }) => `Payment of ${formatMoney(amount!, currency!)} received from ${who} for ${number}`,
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

export const listActivity = async (db: UserDb): Promise<Activity[]> => {
  const events = await db.rows<Event>(activity, [db.userId], 'dashboard.activity')
  return events.map((event) => ({
    kind: event.kind,
    text: describeByKind[event.kind](event),
    at: event.at.toISOString(),
    path: event.path,
  }))
}
