import { Client, type ClientConfig } from 'pg'
import { day, today } from '#shared/dates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'

// Five years of one business. All values derive from the row numbers, so that every run has the same data. Of fifty invoices one is a draft, one was
// deleted after payment, one is unpaid and one partially paid; the others are paid, every tenth in two parts, and each hundredth was refunded. Half
// of the last month's invoices are still open.
const days = 1826

const invoices = `
  with line as (
    select n, k, ((n + k) % 4 + 1.5)::numeric(10,2) as quantity, ((n * 37 + k * 101) % 20000 / 100.0 + 0.05)::numeric(10,2) as unit_price
    from generate_series($2::int, $3::int) n, generate_series(1, 3) k where k <= 1 + n % 3
  ), sums as (
    select n, (array[0, 8.25, 5, 20])[n % 4 + 1]::numeric(5,2) as rate, sum(round(quantity * unit_price, 2)) as subtotal from line group by n
  ), mine as (select array_agg(id order by id) as ids from customers where user_id = $1),
  made as (
    insert into documents (user_id, type, customer_id, number, status, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total,
      notes, terms, customer_snapshot, sent_at, deleted_at, created_at)
    select $1, 'invoice', c.id, 'INV-' || lpad(n::text, 6, '0'), case when n % 50 = 0 then 'draft' when n % 50 in (2, 3) or (n % 50 > 1 and n % 2 = 0 and n > $4::int - $4::int / 60) then 'sent' else 'paid' end,
      d.issued, d.issued + 30, subtotal, subtotal, tax, subtotal + tax, subtotal + tax,
      case when n % 3 = 0 then 'Thank you for your business' end, 'Due within 30 days',
      case when n % 50 > 0 then jsonb_build_object('name', c.name) end, case when n % 50 > 0 then d.issued + time '09:05' end,
      case when n % 50 = 1 then d.issued + time '18:00' end, d.issued + time '09:00'
    from sums, mine, round(subtotal * rate / 100, 2) tax, lateral (select $5::date - ${days} + (n::bigint * ${days} / $4::int)::int as issued) d,
      lateral (select id, name from customers where user_id = $1 and id = mine.ids[n * 7919::bigint % cardinality(mine.ids) + 1]) c
    order by n returning id, number, status, net_amount, tax_amount, total, issue_date, deleted_at
  ), lines as (
    insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
    select $1, m.id, k, 'Work of a certain kind, part ' || k, quantity, unit_price, amount, amount, amount
    from made m join line on n = right(m.number, 6)::int, round(quantity * unit_price, 2) amount order by m.id, k
  ), taxes as (
    insert into document_taxes (user_id, document_id, percent, base, amount)
    select $1, m.id, rate, net_amount, tax_amount from made m join sums on n = right(m.number, 6)::int where rate > 0
  ), links as (
    insert into public_links (public_id, user_id, document_id, type) select 'bench' || lpad(id::text, 19, '0'), $1, id, 'invoice' from made
  ), noted as (
    insert into events (user_id, actor, subject_type, subject_id, kind, at)
    select $1, 'Bench', 'invoice', id, kind, issue_date + case kind when 'sent' then time '09:05' else time '09:00' end from made, unnest(array['created', 'sent']) kind where kind = 'created' or status <> 'draft' order by id
  ), came as (
    select id, right(number, 6)::int as n, total, issue_date, status = 'paid' as is_paid, deleted_at from made where status <> 'draft'
  ), part as (
    select id, n, least(issue_date + (n * 31 + p * 11) % 45, $5::date) as paid_on, deleted_at,
      case when not is_paid then round(total / 3, 2) when n % 10 <> 7 then total when p = 1 then round(total * 0.4, 2) else total - round(total * 0.4, 2) end as amount
    from came, generate_series(1, 2) p
    where total > 1 and case when not is_paid then p = 1 and n % 50 = 3 else p = 1 or n % 10 = 7 end
  )
  insert into payments (user_id, document_id, amount, fee, refunded, payment_date, payment_method, provider, status, created_at)
  select $1, id, amount, case when n % 3 <> 0 and deleted_at is null then round(amount * 0.029, 2) end, case when n % 100 = 8 then amount when n % 200 = 109 then round(amount / 2, 2) else 0 end, paid_on,
    case n % 3 when 0 then 'Bank transfer' else 'card' end, case when n % 3 = 0 or deleted_at is not null then 'manual' when n % 3 = 1 then 'stripe' else 'paypal' end,
    'succeeded', paid_on + time '12:00'
  from part order by id`

const returns = `
  insert into movements (user_id, kind, document_id, payment_id, day, amount, currency)
  select $1, 'refund', document_id, id, least(payment_date + 20, $2::date), refunded, upper(currency) from payments where user_id = $1 and refunded > 0`

const expenses = `
  insert into expenses (user_id, customer_id, description, category, vendor, amount, expense_date)
  select $1, case when i % 4 = 0 then (select min(id) from customers where user_id = $1) + i % 20 end, 'Expense ' || i,
    ($4::text[])[i % cardinality($4::text[]) + 1], 'Vendor ' || i % 89, (i * 7919::bigint % 30000) / 100.0 + 1, $3::date - ${days} + (i::bigint * ${days} / $2::int)::int
  from generate_series(1, $2::int) i`

/** Rows per statement: PostgreSQL would keep all rows of a single statement in memory. */
const batch = 10_000

/**
 * Inserts five years of data that end today: `size` invoices and a fifth as many expenses. It connects as the app's role and this user, so that
 * row-level security and foreign keys are checked.
 */
export const seedReportData = async (app: ClientConfig, userId: number, size: number): Promise<void> => {
  const client = new Client(app)
  await client.connect()
  const until = day(today(new Date(), 'UTC'))
  await client.query('begin')
  await client.query("select set_config('app.user_id', $1, true)", [String(userId)])
  await client.query(
    `insert into customers (user_id, name, email, city) select $1, 'Customer ' || i, 'mail' || i || '@example.com', 'Lyon' from generate_series(1, $2::int) i`,
    [userId, Math.max(20, size / 200)],
  )
  for (let from = 1; from <= size; from += batch)
    await client.query(invoices, [userId, from, Math.min(from + batch - 1, size), size, until])
  await client.query(returns, [userId, until])
  await client.query(expenses, [userId, size / 5, until, [...expenseCategories]])
  await client.query('commit')
  await client.end()
}
