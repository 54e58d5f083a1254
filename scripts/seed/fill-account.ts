import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, parseCents, toDecimal } from '#shared/money.ts'
import type { Line } from './documents.ts'
import { addEstimate, estimateCount } from './estimates.ts'
import { addInvoice, invoiceCount } from './invoices.ts'
import { createRandom, type Random } from './random.ts'
import { cities, people, services, spending } from './sample-data.ts'

const expenseCount = 140

/** Whether the account was already filled: its document numbers cannot be used twice. */
export const isFilled = async (db: UserDb): Promise<boolean> =>
  (await db.rows("select 1 from documents where user_id = $1 and number like 'DEMO-%' limit 1", [db.userId])).length > 0

/** Adds customers, items, invoices in all states, estimates and expenses, spread over the year that ends today. @returns their counts */
export const fillAccount = async (db: UserDb, today: Day) => {
  const random = createRandom(20_260_101)
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
  let converted = 0
  for (let i = 0; i < estimateCount; i++)
    if (await addEstimate(db, random, today, { customer: random.pick(customers), lines: lines(), index: i })) converted++
  for (let i = 0; i < expenseCount; i++) await addExpense(db, random, today, customers)
  return {
    customers: customers.length,
    items: items.length,
    invoices: invoiceCount + converted,
    estimates: estimateCount,
    expenses: expenseCount,
  }
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
