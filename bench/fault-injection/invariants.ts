import type { Row } from './report.ts'

/** A statement that selects the ids of all rows that violate a rule. */
export type Invariant = { violation: string; kind: keyof Pick<Row, 'inconsistent' | 'duplicated' | 'wronglyPaid'>; sql: string }

const documentInvariants = [
  { documents: 'invoices', lines: 'invoice_line_items', foreignKey: 'invoice_id', events: 'invoice_events', publicIds: 'public_invoices' },
  {
    documents: 'estimates',
    lines: 'estimate_line_items',
    foreignKey: 'estimate_id',
    events: 'estimate_events',
    publicIds: 'public_estimates',
  },
].flatMap(({ documents, lines, foreignKey, events, publicIds }): Invariant[] => [
  {
    violation: `${documents} with a subtotal that is not the sum of their line items`,
    kind: 'inconsistent',
    sql: `select d.id from ${documents} d left join ${lines} l on l.user_id = d.user_id and l.${foreignKey} = d.id
          group by d.user_id, d.id, d.subtotal having coalesce(sum(l.total), 0) <> d.subtotal or count(l.id) = 0`,
  },
  {
    violation: `${documents} with a total that is not subtotal plus tax`,
    kind: 'inconsistent',
    sql: `select id from ${documents} where total <> subtotal + tax_amount`,
  },
  {
    violation: `${documents} with a tax that is not rate x subtotal`,
    kind: 'inconsistent',
    sql: `select id from ${documents} where not tax_is_custom and tax_amount <> round(subtotal * tax_rate / 100, 2)`,
  },
  {
    violation: `${documents} without a public id`,
    kind: 'inconsistent',
    sql: `select d.id from ${documents} d where not exists (select 1 from ${publicIds} p where p.user_id = d.user_id and p.${foreignKey} = d.id)`,
  },
  {
    violation: `${documents} without exactly one 'created' event`,
    kind: 'inconsistent',
    sql: `select d.id from ${documents} d where 1 <> (select count(*) from ${events} e where e.user_id = d.user_id and e.${foreignKey} = d.id and e.kind = 'created')`,
  },
  {
    violation: `sent ${documents} without the customer's details`,
    kind: 'inconsistent',
    sql: `select id from ${documents} where status not in ('draft') and deleted_at is null and (customer_as_sent is null or sent_at is null)`,
  },
])

const paidAmount = `(select coalesce(sum(p.amount - p.refunded), 0) from payments p where p.user_id = i.user_id and p.invoice_id = i.id and p.status = 'succeeded')`

export const invariants: readonly Invariant[] = [
  ...documentInvariants,
  {
    violation: 'numbers of two invoices',
    kind: 'duplicated',
    sql: 'select min(id) as id from invoices group by user_id, invoice_number having count(*) > 1',
  },
  {
    violation: 'estimates that were converted twice',
    kind: 'duplicated',
    sql: 'select estimate_id as id from invoices where estimate_id is not null group by user_id, estimate_id having count(*) > 1',
  },
  {
    violation: 'paid invoices without sufficient payments',
    kind: 'wronglyPaid',
    sql: `select i.id from invoices i where i.status = 'paid' and ${paidAmount} < i.total`,
  },
  {
    violation: 'open invoices with sufficient payments',
    kind: 'wronglyPaid',
    sql: `select i.id from invoices i where i.status in ('sent', 'overdue') and i.total > 0 and ${paidAmount} >= i.total`,
  },
  {
    violation: 'users with a wrong number of trial invoices',
    kind: 'inconsistent',
    sql: `select u.id from users u where u.subscription_status = 'trial'
          and u.trial_invoices_used <> (select count(*) from invoices i where i.user_id = u.id)`,
  },
  {
    violation: 'queued emails without a job',
    kind: 'inconsistent',
    sql: `select e.id from invoice_emails e where e.state = 'queued' and e.kind = 'invoice' and not exists (
            select 1 from graphile_worker._private_jobs j where (j.payload->>'emailId')::int = e.id and (j.payload->>'userId')::int = e.user_id)`,
  },
]
