import type { Client } from 'pg'

// All values derive from the row numbers, so that every run has the same data. There are 8,000 different names.
const personName = `
  create or replace function pg_temp.person(n int) returns text language sql immutable as $$
    select (array['Anna','Boris','Carla','Dmitri','Élodie','Farid','Greta','Hiro','Ines','Jürgen','Katarzyna','Liam','María','Noor','Olaf','Priya','Quentin','Rosa','Søren','Tomás'])[1 + n % 20]
      || ' ' || (array['Ander','Berg','Cast','Dahl','Ester','Fitz','Gonz','Hend','Iver','Jans','Kowal','Lind','Moren','Nils','Orte','Peter','Quint','Rodr','Sander','Thomp'])[1 + n / 20 % 20]
      || (array['sson','mann','illo','gaard','hazy','gerald','alez','erson','sen','ski','strom','quist','aga','berg','lini','ov','ana','iguez','wicz','ton'])[1 + n / 400 % 20] $$`
const word = (n: string, of: string[]) => `(array[${of.map((each) => `'${each}'`).join(',')}])[1 + ${n} % ${of.length}]`
const services = ['Consulting', 'Design', 'Printing', 'Translation', 'Repair']
const day = "date '2021-01-01' + n % 1800"

/** 20% customers, 10% items, 20% expenses, 40% invoices of five lines and 10% estimates of three lines. */
const buildStatements = (documents: { invoices: string; customers: string }) => [
  `insert into customers (user_id, name, company, email, phone)
   select $1, pg_temp.person(n), pg_temp.person(n * 7) || ' ' || ${word('n', services)}, 'mail' || n || '@example.com', '+1 555 ' || n from generate_series(1, $2 / 5) n`,
  `insert into items (user_id, name, description, unit_price, category)
   select $1, ${word('n', services)} || ' ' || n, 'What it is, in a sentence about ' || pg_temp.person(n * 3), (n * 37 % 99999) / 100.0, ${word('n', ['Services', 'Goods'])}
   from generate_series(1, $2 / 10) n`,
  `insert into expenses (user_id, category, description, amount, expense_date, vendor)
   select $1, ${word('n', ['Travel', 'Meals', 'Other'])}, 'Train ticket to ' || pg_temp.person(n * 11), (n::bigint * 7919 % 999999) / 100.0, ${day}, 'Vendor ' || pg_temp.person(n)
   from generate_series(1, $2 / 5) n`,
  `insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date, subtotal, tax_amount, total, notes, terms, customer_as_sent, sent_at)
   select $1, c.ids[1 + n * 31 % cardinality(c.ids)], 'INV-2025-' || lpad(n::text, 5, '0'), 'sent', ${day}, ${day} + 30, x.total, 0, x.total,
     case when n % 3 = 0 then 'Thank you for your business' end, 'Due within 30 days', jsonb_build_object('name', pg_temp.person(n), 'email', 'old' || n || '@example.com'), now()
   from (${documents.customers}) c, generate_series(1, $2 * 4 / 10) n, lateral (select (n::bigint * 7919 % 1000000 / 100.0)::numeric(10,2) as total) x`,
  `insert into invoice_line_items (user_id, invoice_id, position, description, quantity, unit_price, total)
   select user_id, id, k, ${word('k', services)} || ' of a certain kind for ' || pg_temp.person(id * k), 1, 1, 1 from ${documents.invoices} i, generate_series(1, 5) k where user_id = $1`,
  `insert into estimates (user_id, customer_id, estimate_number, issue_date, expiry_date, subtotal, tax_amount, total, notes)
   select $1, c.ids[1 + n * 17 % cardinality(c.ids)], 'EST-' || lpad(n::text, 5, '0'), ${day}, ${day} + 30, n, 0, n, 'Please confirm' from (${documents.customers}) c, generate_series(1, $2 / 10) n`,
  `insert into estimate_line_items (user_id, estimate_id, position, description, quantity, unit_price, total)
   select user_id, id, k, 'Planned ' || ${word('k', services)} || ' for ' || pg_temp.person(id * k), 1, 1, 1 from estimates, generate_series(1, 3) k where user_id = $1`,
]

/**
 * Inserts `records` records of one user, and `each` search entries of each of `otherUsers` new users.
 * @param owner connected as the tables' owner
 */
export const seedRecords = async (
  owner: Client,
  userId: number,
  records: number,
  { otherUsers, each }: { otherUsers: number; each: number },
) => {
  await owner.query(personName)
  // Without triggers. The search entries are created below in bulk, as the migration does.
  await owner.query('set session_replication_role = replica')
  for (const text of buildStatements({
    invoices: 'invoices',
    customers: 'select array_agg(id order by id) as ids from customers where user_id = $1',
  }))
    await owner.query(text, text.includes('$2') ? [userId, records] : [userId])
  await owner.query('set session_replication_role = origin')
  await owner.query('analyze')
  await owner.query('select search_refresh_all($1)', [userId])
  const { rows } = await owner.query<{ id: number }>(
    "insert into users (issuer, subject) select 'bench', 'other ' || i from generate_series(1, $1::int) i returning id",
    [otherUsers],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(
    `insert into search_entries (user_id, kind, record_id, title, subtitle, body, amount, day)
     select u, kind, record_id, title, subtitle, body, amount, day from search_entries, unnest($1::int[]) u
     where user_id = $2 and record_id % ($3::int / $4::int) = 0 order by record_id, u`,
    [ids, userId, records, each],
  )
  await owner.query('insert into search_words (user_id, word) select u, word from search_words, unnest($1::int[]) u where user_id = $2', [
    ids,
    userId,
  ])
  // As autovacuum would do within a minute.
  await owner.query('vacuum analyze')
}
