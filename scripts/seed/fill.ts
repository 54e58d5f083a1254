import type { UserDb } from '#server/platform/db/client.ts'
import { newPublicId } from '#server/platform/public-invoice.ts'
import { addDays, type Day, showDay } from '#shared/dates.ts'
import { invoiceTotals } from '#shared/invoice-totals.ts'
import { type Cents, cents, parseCents, showMoney, toDecimal } from '#shared/money.ts'
import { cities, people, services, spending } from './catalogue.ts'
import { addHistory, type PastEvent } from './history.ts'
import { createRandom, type Random } from './random.ts'

const invoiceCount = 200
const estimateCount = 36
const expenseCount = 140

type Line = { description: string; itemId: number; quantity: number; unitPrice: number }

/** Adds customers, items, invoices in all states, estimates and expenses to a user's books, spread over the year that ends today. */
export const fillAccount = async (db: UserDb, today: Day) => {
  const random = createRandom(20_260_101)
  // Whoever looks at a year of invoices has long left the trial.
  await db.rows("update users set subscription_status = 'active', subscription_plan = 'yearly' where id = $1", [db.userId])
  const customers = await addCustomers(db, random)
  const items = await addItems(db)
  const lines = (): Line[] =>
    Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () => {
      const item = random.pick(items)
      return {
        description: item.name,
        itemId: item.id,
        quantity: item.price < 20_000 ? random.pick([100, 200, 350, 800, 1250]) : 100,
        unitPrice: item.price,
      }
    })
  for (let i = 0; i < invoiceCount; i++) await addInvoice(db, random, today, { customer: random.pick(customers), lines: lines(), index: i })
  for (let i = 0; i < estimateCount; i++)
    await addEstimate(db, random, today, { customer: random.pick(customers), lines: lines(), index: i })
  for (let i = 0; i < expenseCount; i++) await addExpense(db, random, today, customers)
  return { customers: customers.length, items: items.length, invoices: invoiceCount, estimates: estimateCount, expenses: expenseCount }
}

const addCustomers = async (db: UserDb, random: Random) => {
  const ids: number[] = []
  for (const [name, company] of people) {
    const [address, city, state, zip, country] = random.pick(cities)
    const email = random.chance(90) ? `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com` : null
    const [row] = await db.rows<{ id: number }>(
      `insert into customers (user_id, name, company, email, phone, address, city, state, zip_code, country, created_at)
       values ($1, $2, nullif($3, ''), $4, $5, $6, $7, nullif($8, ''), $9, $10, now() - interval '360 days') returning id`,
      [db.userId, name, company, email, `+1 555 01${random.whole(10, 99)}`, address, city, state, zip, country],
    )
    ids.push(row!.id)
  }
  return ids
}

const addItems = async (db: UserDb) => {
  const items: { id: number; name: string; price: Cents }[] = []
  for (const [name, category, price] of services) {
    const [row] = await db.rows<{ id: number }>(
      "insert into items (user_id, name, category, unit_price) values ($1, $2, nullif($3, ''), $4) returning id",
      [db.userId, name, category, price],
    )
    items.push({ id: row!.id, name, price: parseCents(price) })
  }
  return items
}

type Draft = { customer: number; lines: Line[]; index: number }

const priced = (random: Random, lines: Line[]) => {
  const taxRate = random.pick([0, 0, 825, 700, 1900, 2000])
  return {
    taxRate,
    ...invoiceTotals(
      lines.map((l) => ({ quantityHundredths: l.quantity, unitPrice: cents(l.unitPrice) })),
      taxRate,
    ),
  }
}

const addLines = (db: UserDb, table: 'invoice' | 'estimate', id: number, lines: Line[], totals: readonly number[]) =>
  db.rows(
    `insert into ${table}_line_items (user_id, ${table}_id, position, item_id, description, quantity, unit_price, total)
     select $1, $2, l.position, l.item_id, l.description, l.quantity, l.unit_price, l.total
     from jsonb_to_recordset($3::jsonb) as l(position int, item_id int, description text, quantity numeric, unit_price numeric, total numeric)`,
    [
      db.userId,
      id,
      JSON.stringify(
        lines.map((line, i) => ({
          position: i + 1,
          item_id: line.itemId,
          description: line.description,
          quantity: toDecimal(line.quantity),
          unit_price: toDecimal(line.unitPrice),
          total: toDecimal(totals[i]!),
        })),
      ),
    ],
  )

const addInvoice = async (db: UserDb, random: Random, today: Day, { customer, lines, index }: Draft) => {
  // Older ones first, so that numbers and ids grow with time.
  const daysAgo = Math.floor(((invoiceCount - 1 - index) * 365) / invoiceCount)
  const issued = addDays(today, -daysAgo)
  const due = addDays(issued, random.pick([14, 30, 30, 30]))
  const { taxRate, subtotal, tax, total, lines: totals } = priced(random, lines)
  const state = random.chance(daysAgo < 20 ? 25 : 3)
    ? 'draft'
    : due < today
      ? random.chance(93)
        ? 'paid'
        : 'sent'
      : random.chance(35)
        ? 'paid'
        : 'sent'
  const sentAt = state === 'draft' ? null : `${issued}T10:00:00Z`
  const [row] = await db.rows<{ id: number }>(
    `insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date, subtotal, tax_rate, tax_amount, total, notes, terms, sent_at, created_at, updated_at,
                           customer_as_sent)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'Payment within the stated time, please.', $12, $13, $13,
            case when $12::timestamptz is null then null else jsonb_build_object('name', c.name, 'company', c.company, 'email', c.email, 'phone', c.phone,
              'address', c.address, 'city', c.city, 'state', c.state, 'zipCode', c.zip_code, 'country', c.country) end
     from customers c where c.user_id = $1 and c.id = $2 returning id`,
    [
      db.userId,
      customer,
      `DEMO-${issued.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      state,
      issued,
      due,
      toDecimal(subtotal),
      toDecimal(taxRate),
      toDecimal(tax),
      toDecimal(total),
      random.chance(30) ? 'Thank you for your business!' : null,
      sentAt,
      `${issued}T09:00:00Z`,
    ],
  )
  const id = row!.id
  await addLines(db, 'invoice', id, lines, totals)
  await db.rows('insert into public_invoices (public_id, user_id, invoice_id) values ($1, $2, $3)', [newPublicId(), db.userId, id])
  const events: PastEvent[] = [{ at: `${issued}T09:00:00Z`, kind: 'created' }]
  if (sentAt) events.push({ at: sentAt, kind: 'sent' })
  if (state === 'draft') return addHistory(db, id, events)
  const paidOn = addDays(issued, random.whole(1, 40))
  // Some pay a part first.
  const amount = state === 'paid' ? total : random.chance(12) ? cents(Math.floor(total / 2)) : cents(0)
  if (amount > 0) {
    const day = paidOn > today ? today : paidOn
    const at = `${day}T12:00:00Z`
    await db.rows(
      `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, status, created_at)
       values ($1, $2, $3, $4, 'Bank transfer', 'manual', 'succeeded', $5)`,
      [db.userId, id, toDecimal(amount), day, at],
    )
    const after = `${showMoney(amount)}, Bank transfer, ${showDay(day)}`
    events.push({ at, kind: 'payment', changes: [{ field: 'Payment', before: null, after }] })
    if (state === 'paid') events.push({ at, kind: 'paid', changes: [{ field: 'Status', before: 'Sent', after: 'Paid' }] })
  }
  await addHistory(db, id, events)
}

const addEstimate = async (db: UserDb, random: Random, today: Day, { customer, lines, index }: Draft) => {
  const issued = addDays(today, -Math.floor(((estimateCount - 1 - index) * 360) / estimateCount))
  const { taxRate, subtotal, tax, total, lines: totals } = priced(random, lines)
  const expiry = addDays(issued, 30)
  const status = expiry < today ? random.pick(['accepted', 'rejected', 'expired']) : random.pick(['draft', 'sent'])
  const [row] = await db.rows<{ id: number }>(
    `insert into estimates (user_id, customer_id, estimate_number, status, issue_date, expiry_date, subtotal, tax_rate, tax_amount, total, terms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'This estimate is valid for 30 days from the issue date.', $11) returning id`,
    [
      db.userId,
      customer,
      `DEMO-EST-${issued.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      status,
      issued,
      expiry,
      toDecimal(subtotal),
      toDecimal(taxRate),
      toDecimal(tax),
      toDecimal(total),
      `${issued}T09:00:00Z`,
    ],
  )
  await addLines(db, 'estimate', row!.id, lines, totals)
}

const addExpense = async (db: UserDb, random: Random, today: Day, customers: number[]) => {
  const [category, description, vendor, from, to] = random.pick(spending)
  await db.rows(
    'insert into expenses (user_id, customer_id, category, description, amount, expense_date, vendor) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      db.userId,
      random.chance(15) ? random.pick(customers) : null,
      category,
      description,
      toDecimal(random.whole(from, to)),
      addDays(today, -random.whole(0, 364)),
      vendor,
    ],
  )
}
