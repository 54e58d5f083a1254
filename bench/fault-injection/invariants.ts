import type { Row } from './report.ts'

/** What must hold of all rows at all times, as statements that select the rows of which it doesn't. */
export type Invariant = { what: string; kind: keyof Pick<Row, 'torn' | 'duplicated' | 'wronglyPaid'>; sql: string }

const documents = [
  { documents: 'invoices', lines: 'invoice_line_items', of: 'invoice_id', events: 'invoice_events', publicIds: 'public_invoices' },
  { documents: 'estimates', lines: 'estimate_line_items', of: 'estimate_id', events: 'estimate_events', publicIds: 'public_estimates' },
].flatMap(({ documents, lines, of, events, publicIds }): Invariant[] => [
  {
    what: `${documents} whose lines don't come to their subtotal`,
    kind: 'torn',
    sql: `select p.id from ${documents} p left join ${lines} l on l.user_id = p.user_id and l.${of} = p.id
          group by p.user_id, p.id, p.subtotal having coalesce(sum(l.total), 0) <> p.subtotal or count(l.id) = 0`,
  },
  {
    what: `${documents} whose total is not subtotal and tax`,
    kind: 'torn',
    sql: `select id from ${documents} where total <> subtotal + tax_amount`,
  },
  {
    what: `${documents} whose tax is not rate x subtotal`,
    kind: 'torn',
    sql: `select id from ${documents} where not tax_is_custom and tax_amount <> round(subtotal * tax_rate / 100, 2)`,
  },
  {
    what: `${documents} without a public id`,
    kind: 'torn',
    sql: `select p.id from ${documents} p where not exists (select 1 from ${publicIds} i where i.user_id = p.user_id and i.${of} = p.id)`,
  },
  {
    what: `${documents} whose history doesn't begin once`,
    kind: 'torn',
    sql: `select p.id from ${documents} p where 1 <> (select count(*) from ${events} e where e.user_id = p.user_id and e.${of} = p.id and e.kind = 'created')`,
  },
  {
    what: `${documents} that were sent and keep no details`,
    kind: 'torn',
    sql: `select id from ${documents} where status not in ('draft') and deleted_at is null and (customer_as_sent is null or sent_at is null)`,
  },
])

const came = `(select coalesce(sum(p.amount - p.refunded), 0) from payments p where p.user_id = i.user_id and p.invoice_id = i.id and p.status = 'succeeded')`

export const invariants: readonly Invariant[] = [
  ...documents,
  {
    what: 'numbers that two invoices have',
    kind: 'duplicated',
    sql: 'select min(id) as id from invoices group by user_id, invoice_number having count(*) > 1',
  },
  {
    what: 'estimates that became two invoices',
    kind: 'duplicated',
    sql: 'select estimate_id as id from invoices where estimate_id is not null group by user_id, estimate_id having count(*) > 1',
  },
  {
    what: 'invoices that are paid without the money',
    kind: 'wronglyPaid',
    sql: `select i.id from invoices i where i.status = 'paid' and ${came} < i.total`,
  },
  {
    what: 'invoices that have the money and are not paid',
    kind: 'wronglyPaid',
    sql: `select i.id from invoices i where i.status in ('sent', 'overdue') and i.total > 0 and ${came} >= i.total`,
  },
  {
    what: 'users whose trial was counted wrong',
    kind: 'torn',
    sql: `select u.id from users u where u.subscription_status = 'trial'
          and u.trial_invoices_used <> (select count(*) from invoices i where i.user_id = u.id)`,
  },
  {
    what: 'e-mails that wait without a job',
    kind: 'torn',
    sql: `select e.id from invoice_emails e where e.state = 'queued' and e.kind = 'invoice' and not exists (
            select 1 from graphile_worker._private_jobs j where (j.payload->>'emailId')::int = e.id and (j.payload->>'userId')::int = e.user_id)`,
  },
]
