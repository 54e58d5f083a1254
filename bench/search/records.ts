import type { Client } from 'pg'
import { entities } from '#modules/entities.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import type { Database } from '#server/platform/db/client.ts'

// All values derive from the row numbers, so that every run has the same data. There are 8,000 different names.
const personName = `
  create or replace function pg_temp.person(n int) returns text language sql immutable as $$
    select (array['Anna','Boris','Carla','Dmitri','Élodie','Farid','Greta','Hiro','Ines','Jürgen','Katarzyna','Liam','María','Noor','Olaf','Priya','Quentin','Rosa','Søren','Tomás'])[1 + n % 20]
      || ' ' || (array['Ander','Berg','Cast','Dahl','Ester','Fitz','Gonz','Hend','Iver','Jans','Kowal','Lind','Moren','Nils','Orte','Peter','Quint','Rodr','Sander','Thomp'])[1 + n / 20 % 20]
      || (array['sson','mann','illo','gaard','hazy','gerald','alez','erson','sen','ski','strom','quist','aga','berg','lini','ov','ana','iguez','wicz','ton'])[1 + n / 400 % 20] $$`
const word = (n: string, of: string[]) => `(array[${of.map((each) => `'${each}'`).join(',')}])[1 + ${n} % ${of.length}]`
const services = ['Consulting', 'Design', 'Printing', 'Translation', 'Repair']
const day = "date '2021-01-01' + n % 1800"

const customerIds = '(select array_agg(id order by id) as ids from customers where user_id = $1) c'
/** 20% customers, 10% items, 20% expenses, 40% invoices of five lines and 10% estimates of three lines. */
const statements = [
  `insert into customers (user_id, name, company, email, phone)
   select $1, pg_temp.person(n), pg_temp.person(n * 7) || ' ' || ${word('n', services)}, 'mail' || n || '@example.com', '+1 555 ' || n from generate_series(1, $2 / 5) n`,
  `insert into items (user_id, name, description, unit_price, category)
   select $1, ${word('n', services)} || ' ' || n, 'What it is, in a sentence about ' || pg_temp.person(n * 3), round((n * 37 % 99999) / 100.0, 2), ${word('n', ['Services', 'Goods'])}
   from generate_series(1, $2 / 10) n`,
  `insert into expenses (user_id, category, description, amount, expense_date, vendor)
   select $1, ${word('n', ['Travel', 'Meals', 'Other'])}, 'Train ticket to ' || pg_temp.person(n * 11), (n::bigint * 7919 % 999999 + 1) / 100.0, ${day}, 'Vendor ' || pg_temp.person(n)
   from generate_series(1, $2 / 5) n`,
  `insert into documents (user_id, type, customer_id, number, status, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total,
     notes, terms, customer_snapshot, sent_at)
   select $1, 'invoice', c.ids[1 + n * 31 % cardinality(c.ids)], 'INV-2025-' || lpad(n::text, 5, '0'), 'sent', ${day}, ${day} + 30,
     total, total, 0.00, total, total, case when n % 3 = 0 then 'Thank you for your business' end, 'Due within 30 days', jsonb_build_object('name', pg_temp.person(n), 'email', 'old' || n || '@example.com'), now()
   from ${customerIds}, generate_series(1, $2 * 4 / 10) n, round(n::bigint * 7919 % 1000000 / 100.0, 2) total`,
  `insert into documents (user_id, type, customer_id, number, issue_date, expiry_date, subtotal, net_amount, tax_amount, total, home_total, notes)
   select $1, 'estimate', c.ids[1 + n * 17 % cardinality(c.ids)], 'EST-' || lpad(n::text, 5, '0'), ${day}, ${day} + 30,
     total, total, 0.00, total, total, 'Please confirm'
   from ${customerIds}, generate_series(1, $2 / 10) n, round(n, 2) total`,
  `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
   select $1, id, k, case type when 'estimate' then 'Planned ' else '' end || ${word('k', services)} || ' for ' || pg_temp.person((id * k)::int),
     1, 1, 1.00, 1.00, 1.00
   from documents, generate_series(1, case type when 'estimate' then 3 else 5 end) k where user_id = $1`,
]

/**
 * Inserts `records` records of one user with their search entries, and `each` search entries of each of `otherUsers` new users.
 * @param owner connected as the tables' owner
 */
export const seedRecords = async (
  owner: Client,
  database: Database,
  userId: number,
  records: number,
  { otherUsers, each }: { otherUsers: number; each: number },
) => {
  await owner.query(personName)
  // Without foreign key checks.
  await owner.query('set session_replication_role = replica')
  for (const text of statements) await owner.query(text, text.includes('$2') ? [userId, records] : [userId])
  await owner.query('set session_replication_role = origin')
  await owner.query('analyze')
  await database.asUser(userId, (db) => rebuildSearchEntries(db, entities))
  const { rows } = await owner.query<{ id: number }>(
    "insert into users (issuer, subject) select 'bench', 'other ' || i from generate_series(1, $1::int) i returning id",
    [otherUsers],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(
    `insert into search_entries (user_id, kind, record_id, title, subtitle, body, amount, day)
     select u, kind, record_id, title, subtitle, body, amount, day from search_entries, unnest($1::bigint[]) u
     where user_id = $2 and record_id % ($3::int / $4::int) = 0 order by record_id, u`,
    [ids, userId, records, each],
  )
  await owner.query(
    'insert into search_words (user_id, word) select u, word from search_words, unnest($1::bigint[]) u where user_id = $2',
    [ids, userId],
  )
  // As autovacuum would do within a minute.
  await owner.query('vacuum analyze')
}
