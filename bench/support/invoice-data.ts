import { Client, type ClientConfig } from 'pg'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import './int8.ts'

/** Invoices of five lines, a third of them paid or partially paid. All values derive from the row numbers, so that every run has the same data. */
const insertInvoices = `
  with line as (
    select n, k, ((n + k) % 4 + 1.5)::numeric(10,2) as quantity, ((n * 37 + k * 101) % 20000 / 100.0 + 0.05)::numeric(10,2) as unit_price
    from generate_series(1, $2::int) n, generate_series(1, 5) k
  ), sums as (
    select n, sum(round(quantity * unit_price, 2)) as subtotal from line group by n
  ), made as (
    insert into documents (user_id, type, customer_id, number, status, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total,
      notes, terms, customer_snapshot, sent_at, content_bytes)
    select u, 'invoice', c.ids[n % cardinality(c.ids) + 1], 'INV-2025-' || lpad(n::text, 5, '0'),
      (array['draft', 'sent', 'sent', 'paid', 'sent'])[n % 5 + 1], date '2024-01-01' + n * 7919 % 900, date '2024-01-31' + n * 7919 % 900,
      subtotal, subtotal, tax, subtotal + tax, subtotal + tax, case when n % 3 = 0 then 'Thank you for your business' end, 'Due within 30 days',
      case when n % 5 > 0 then jsonb_build_object('name', 'Customer ' || n % cardinality(c.ids)) end, case when n % 5 > 0 then now() end, 1000
    from sums, round(subtotal * 0.0825, 2) tax, unnest($1::bigint[]) u,
      lateral (select array_agg(id order by id) as ids from customers where user_id = u) c
    order by n, u
    returning user_id, id, number, status, net_amount, tax_amount, total
  ), lines as (
    insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
    select m.user_id, m.id, k, 'Work of a certain kind, part ' || k, quantity, unit_price, amount, amount, amount
    from made m join line on n = right(m.number, 5)::int, round(quantity * unit_price, 2) amount order by m.id, k
  ), taxes as (
    insert into document_taxes (user_id, document_id, percent, base, amount) select user_id, id, 8.25, net_amount, tax_amount from made
  ), links as (
    insert into public_links (public_id, user_id, document_id, type) select 'bench' || lpad(id::text, 19, '0'), user_id, id, 'invoice' from made
  ), noted as (
    insert into events (user_id, actor, subject_type, subject_id, kind) select user_id, 'Bench', 'invoice', id, 'created' from made
  )
  insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
  select user_id, id, case status when 'paid' then total else round(total / 2, 2) end, '2025-06-01', 'cash', 'manual', 'succeeded'
  from made where status = 'paid' or (status = 'sent' and id % 5 = 0)`

/** Inserts invoices and customers for users, posts their journals, and updates the planner's statistics as autovacuum would within a minute. */
export const seedInvoices = async (owner: ClientConfig, sets: { userIds: readonly number[]; invoices: number }[]) => {
  const client = new Client(owner)
  await client.connect()
  // Without foreign key checks, which would take most of the time.
  await client.query('set session_replication_role = replica')
  for (const { userIds, invoices } of sets) {
    await client.query(
      `insert into customers (user_id, name, email) select u, 'Customer ' || i, 'mail' || i || '@example.com' from unnest($1::bigint[]) u, generate_series(1, 40) i`,
      [userIds],
    )
    // PostgreSQL would keep all rows of a single statement in memory.
    const usersPerStatement = Math.max(1, Math.floor(100_000 / invoices))
    for (let from = 0; from < userIds.length; from += usersPerStatement)
      await client.query(insertInvoices, [userIds.slice(from, from + usersPerStatement), invoices])
  }
  const database = openDatabase(owner, { max: 1, log: () => undefined })
  for (const userId of sets.flatMap(({ userIds }) => userIds)) await database.asUser(userId, postAll)
  await database.close()
  await client.query('vacuum analyze')
  await client.end()
}

/** Inserts `own` invoices of the user `reader`, and `others` new users with `each` invoices. */
export const seedUsersAndInvoices = async (
  owner: ClientConfig,
  reader: number,
  { others, each, own }: { others: number; each: number; own: number },
) => {
  const client = new Client(owner)
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    "insert into users (issuer, subject, email) select 'bench', i, 'other' || i || '@example.com' from generate_series(1, $1::int) i returning id",
    [others],
  )
  await client.end()
  await seedInvoices(owner, [
    { userIds: rows.map(({ id }) => id), invoices: each },
    { userIds: [reader], invoices: own },
  ])
}

/** Gives the users a plan, so that no trial limits their invoices, and a customer of the same id each. @returns the customer's id */
export const prepareCreators = async (database: Database, userIds: readonly number[]): Promise<number> => {
  const customerId = 900_000_000
  for (const userId of userIds)
    await database.asUser(userId, async (db) => {
      await db.rows("update users set subscription_status = 'active', subscription_plan = 'monthly' where id = $1", [userId])
      await db.rows("insert into customers (user_id, id, name, email) values ($1, $2, 'Acme', 'pay@acme.example')", [userId, customerId])
    })
  return customerId
}

/** The request body of a new invoice of five lines. */
export const buildInvoiceBody = (customerId: number, invoiceNumber: string) => ({
  customerId,
  invoiceNumber,
  issueDate: '2026-01-01',
  dueDate: '2030-01-31',
  taxRate: '8.25',
  notes: 'Thank you for your business',
  terms: 'Due within 30 days',
  lineItems: [1, 2, 3, 4, 5].map((i) => ({ description: `Consulting, part ${i}`, quantity: '1.50', unitPrice: `${100 + i}.99` })),
})
