import { Client } from 'pg'
import { expect, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { fillInstalments, sumDueNow } from '#shared/instalments.ts'
import { cents, parseAmount, zero } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { createRandom } from '#shared/testing/random.ts'
import { currentInstalmentSql, dueNowSql, nextDueDateSql, splitByInstalmentSql } from './instalments-sql.ts'
import { dueSql } from './paid-sql.ts'

const today = day('2026-05-15')
const firstDay = day('2026-01-01')

/** An invoice with up to five instalments, and what settles it: a payment, of which a part is refunded, a write-off and a credit note. Amounts are in cents. */
type RandomInvoice = {
  id: number
  parts: { day: Day; size: number }[]
  paid: number
  refunded: number
  writtenOff: number
  credited: number
}

const makeInvoice = (seed: number): RandomInvoice => {
  const random = createRandom(seed)
  let due = firstDay
  const parts = Array.from({ length: random.between(2, 5) }, () => {
    due = addDays(due, random.between(1, 70))
    return { day: due, size: random.between(1, 20) }
  })
  const total = parts.reduce((all, { size }) => all + size, 0)
  const paid = random.between(0, total)
  return {
    ...{ id: seed, parts, paid, refunded: random.percent(30) ? random.between(0, paid) : 0 },
    ...{ writtenOff: random.percent(30) ? random.between(0, 9) : 0, credited: random.percent(30) ? random.between(0, 9) : 0 },
  }
}

/** Stores invoices as they are; the app would refuse some of them. */
const insertInvoices = async (client: Client, invoices: readonly RandomInvoice[]): Promise<void> => {
  const json = JSON.stringify(
    invoices.map(({ id, parts, ...settled }) => ({
      ...{ id, first: parts[0]!.day, total: formatHundredths(parts.reduce((all, { size }) => all + size, 0)) },
      ...Object.fromEntries(Object.entries(settled).map(([name, amount]) => [name.toLowerCase(), formatHundredths(amount)])),
      parts: parts.map(({ day: on, size }, i) => ({ position: i + 1, due: on, amount: formatHundredths(size) })),
    })),
  )
  const given = `jsonb_to_recordset($1) as v(id int, first date, total numeric, paid numeric, refunded numeric, writtenoff numeric, credited numeric, parts jsonb)`
  const document =
    'insert into documents (user_id, id, type, number, status, customer_id, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total, credited_invoice_id)'
  for (const statement of [
    `${document} overriding system value select 1, v.id, 'invoice', 'I-' || v.id, 'sent', 1, '2026-01-01', v.first, v.total, v.total, 0, v.total, v.total, null from ${given}`,
    `${document} overriding system value select 1, 10000 + v.id, 'credit-note', 'C-' || v.id, 'issued', 1, '2026-01-01', null, v.credited, v.credited, 0, v.credited, v.credited, v.id
     from ${given} where v.credited > 0`,
    `insert into invoice_instalments (user_id, document_id, position, due_date, amount) select 1, v.id, p.position, p.due, p.amount
     from ${given}, jsonb_to_recordset(v.parts) as p(position int, due date, amount numeric)`,
    `insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
     select 1, v.id, v.paid, v.refunded, '2026-01-02', 'card', 'stripe', 'succeeded' from ${given} where v.paid > 0`,
    `insert into movements (user_id, kind, document_id, amount, currency, tax_part, day)
     select 1, 'write-off', v.id, v.writtenoff, 'USD', 0, '2026-01-02' from ${given} where v.writtenoff > 0`,
  ])
    await client.query(statement, [json])
}

/** The rule of `shared/instalments.ts`. */
const compute = ({ parts, paid, refunded, writtenOff, credited }: RandomInvoice) => {
  const settled = Math.max(paid - refunded + writtenOff + credited, 0)
  const instalments = parts.map(({ day: on, size }) => ({ dueDate: on, amount: cents(size) }))
  const filled = fillInstalments(instalments, cents(settled))
  const current = filled.findIndex(({ balanceDue }) => balanceDue > 0)
  return {
    dueNow: sumDueNow(filled, today),
    next: filled.at(current)!.dueDate,
    position: current < 0 ? parts.length : current + 1,
    open: filled.flatMap(({ dueDate, balanceDue }) => (balanceDue > 0 ? [[dueDate, balanceDue]] : [])),
  }
}

test('200 random schedules: what is open, due now and due next in SQL is what the rule in TypeScript says, however the invoice is settled', async () => {
  const { owner } = await withTestDatabase()
  const client = new Client(owner)
  await client.connect()
  try {
    await client.query("insert into users (id, issuer, subject, email) overriding system value values (1, 'i', 's', 'a@example.com')")
    await client.query("insert into customers (user_id, id, name) overriding system value values (1, 1, 'Acme')")
    const invoices = Array.from({ length: 200 }, (_, i) => makeInvoice(i + 1))
    await insertInvoices(client, invoices)
    const of = "from documents i where i.user_id = $1 and i.type = 'invoice'"
    await client.query(
      `update documents i set due_date = coalesce(${nextDueDateSql('i')}, due_date) where i.user_id = $1 and i.type = 'invoice'`,
      [1],
    )
    const { rows } = await client.query(
      `select i.id::int, ${dueNowSql('i', '$2::date')}::text as due, i.due_date::text as next, ${currentInstalmentSql('i')}::int as position ${of} order by i.id`,
      [1, today],
    )
    const balances = `select i.id as doc, ${dueSql('i')} as amount, i.due_date as due ${of}`
    const open = await client.query(
      `select doc::int, due::text, amount::text from (${splitByInstalmentSql(balances, [], true)}) s where amount > 0 order by doc, due`,
      [1],
    )
    for (const [i, invoice] of invoices.entries()) {
      const { id, due, next, position } = rows[i]
      const parts = open.rows.filter(({ doc }) => doc === id)
      expect({
        ...{ invoice, next, position, dueNow: parseAmount(due) },
        open: parts.map((part) => [part.due, parseAmount(part.amount)]),
      }).toEqual({ invoice, ...compute(invoice) })
    }
    expect(rows.filter(({ due }) => parseAmount(due) === zero).length).toBeGreaterThan(5)
  } finally {
    await client.end()
  }
})
