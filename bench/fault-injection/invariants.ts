import type { Row } from './report.ts'

/** A statement that selects the ids of all rows that violate a rule. */
export type Invariant = { violation: string; kind: keyof Pick<Row, 'inconsistent' | 'duplicated' | 'wronglyPaid'>; sql: string }

const paidAmount = `(select coalesce(sum(p.amount - p.refunded), 0) from payments p where p.user_id = i.user_id and p.document_id = i.id and p.status = 'succeeded')`

export const invariants: readonly Invariant[] = [
  {
    violation: 'documents with a subtotal that is not the sum of their lines',
    kind: 'inconsistent',
    sql: `select d.id from documents d left join document_lines l on l.user_id = d.user_id and l.document_id = d.id
          group by d.user_id, d.id, d.subtotal having coalesce(sum(l.total), 0) <> d.subtotal or count(l.id) = 0`,
  },
  {
    violation: 'documents with a total that is not subtotal plus tax',
    kind: 'inconsistent',
    sql: 'select id from documents where total <> subtotal - discount_amount + charge_amount + tax_amount + rounding',
  },
  {
    violation: 'documents with a tax that is not rate x net amount',
    kind: 'inconsistent',
    sql: `select d.id from documents d left join document_taxes t on t.user_id = d.user_id and t.document_id = d.id
          group by d.user_id, d.id, d.tax_amount having coalesce(sum(t.amount), 0) <> d.tax_amount
            or bool_or(not t.is_typed and (t.base <> d.net_amount or t.amount <> round(d.net_amount * t.percent / 100, 2)))`,
  },
  {
    violation: 'documents without a public id',
    kind: 'inconsistent',
    sql: `select d.id from documents d
          where not exists (select 1 from public_links l where l.user_id = d.user_id and l.document_id = d.id and l.type = d.type)`,
  },
  {
    violation: "documents without exactly one 'created' event",
    kind: 'inconsistent',
    sql: `select d.id from documents d where 1 <> (
            select count(*) from events e where e.user_id = d.user_id and e.subject_type = d.type and e.subject_id = d.id and e.kind = 'created')`,
  },
  {
    violation: "sent documents without the customer's details",
    kind: 'inconsistent',
    sql: `select id from documents where status not in ('draft') and deleted_at is null and (customer_snapshot is null or sent_at is null)`,
  },
  {
    violation: 'numbers of two documents of one type',
    kind: 'duplicated',
    sql: 'select min(id) as id from documents where has_number group by user_id, type, number having count(*) > 1',
  },
  {
    violation: 'estimates that were converted twice',
    kind: 'duplicated',
    sql: 'select source_document_id as id from documents where source_document_id is not null group by user_id, source_document_id having count(*) > 1',
  },
  {
    violation: 'paid invoices without sufficient payments',
    kind: 'wronglyPaid',
    sql: `select i.id from documents i where i.type = 'invoice' and i.status = 'paid' and ${paidAmount} < i.total`,
  },
  {
    violation: 'open invoices with sufficient payments',
    kind: 'wronglyPaid',
    sql: `select i.id from documents i where i.type = 'invoice' and i.status in ('sent', 'overdue') and i.total > 0 and ${paidAmount} >= i.total`,
  },
  {
    violation: 'users with a wrong number of trial invoices',
    kind: 'inconsistent',
    sql: `select u.id from users u where u.subscription_status = 'trial'
          and u.trial_invoices_used <> (select count(*) from documents i where i.type = 'invoice' and i.user_id = u.id)`,
  },
  {
    violation: 'queued emails without a job',
    kind: 'inconsistent',
    sql: `select e.id from document_emails e where e.state = 'queued' and e.kind = 'document' and not exists (
            select 1 from graphile_worker._private_jobs j where (j.payload->>'emailId')::bigint = e.id and (j.payload->>'userId')::bigint = e.user_id)`,
  },
]
