import { readFileSync } from 'node:fs'
import { entities } from '#modules/entities.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import type { Clock, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { generateObjectName, getFileKey } from '#server/platform/storage/object-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { formatHundredths } from '#shared/rates.ts'
import { changeTopics } from '#shared/server-events.ts'
import { type Batch, createBatch } from './batch.ts'
import { type Line, readParties } from './documents.ts'
import { addEstimate, estimateCount } from './estimates.ts'
import { addInvoice, invoiceCount } from './invoices.ts'
import { createRandom, type Random } from './random.ts'
import { addRecurringInvoices } from './recurring.ts'
import { cities, people, services, spending } from './sample-data.ts'
import { addStories } from './stories.ts'

const expenseCount = 140

/** Its document numbers cannot be used twice. */
const isFilled = async (db: UserDb): Promise<boolean> =>
  (await db.rows("select 1 from documents where user_id = $1 and number like 'DEMO-%' limit 1", [db.userId])).length > 0

const addRecords = async (db: UserDb, today: Day, clock: Clock) => {
  const random = createRandom(20_260_101)
  const customers = await addCustomers(db, random)
  const items = await addItems(db)
  const rateIds = await addTaxRates(db)
  const stories = await addStories(clock, db, today, customers)
  const parties = await readParties(db)
  const batch = await createBatch(db, invoiceCount + 2 * estimateCount)
  const lines = () => pickLines(random, items, rateIds)
  for (let i = 0; i < invoiceCount; i++)
    addInvoice(batch, random, today, { parties, customer: random.pick(customers), lines: lines(), index: i })
  let converted = 0
  for (let i = 0; i < estimateCount; i++)
    if (addEstimate(batch, random, today, { parties, customer: random.pick(customers), lines: lines(), index: i })) converted++
  for (let i = 0; i < expenseCount; i++) addExpense(batch, random, today, customers)
  batch.insert()
  const recurring = await addRecurringInvoices(db, today, { customers, items })
  const counts = {
    customers: customers.length,
    items: items.length,
    invoices: invoiceCount + converted + stories.invoices,
    estimates: estimateCount + stories.estimates,
    'credit notes': stories.creditNotes,
    expenses: expenseCount,
    'recurring invoices': recurring,
  }
  return { counts, stories }
}

type Item = { id: number; name: string; price: string; unitCode: string; isGoods: boolean }

const pickLines = (random: Random, items: readonly Item[], { goods, reduced }: RateIds): Line[] => {
  const hasRates = random.chance(33)
  const picked = Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () => random.pick(items))
  const lines = picked.map(
    (item): Line => ({
      ...{ kind: 'item', description: item.name, itemId: item.id, unitPrice: item.price, unitCode: item.unitCode },
      quantity: Number(item.price) < 200 ? random.pick([100, 200, 350, 800, 1250]) : 100,
      taxRateId: hasRates ? (item.isGoods ? goods : reduced) : null,
    }),
  )
  const shipping = { kind: 'charge', description: 'Shipping', itemId: null, quantity: 100, unitCode: 'C62', unitPrice: '12.50' } as const
  return picked.some(({ isGoods }) => isGoods) ? [...lines, { ...shipping, taxRateId: hasRates ? goods : null }] : lines
}

type RateIds = { goods: number; reduced: number }

const addTaxRates = async (db: UserDb): Promise<RateIds> => {
  const add = async (name: string, components: readonly (readonly [name: string, percent: string])[]): Promise<number> => {
    const [found] = await db.rows<{ id: number }>('select id from tax_rates where user_id = $1 and name = $2 and archived_at is null', [
      db.userId,
      name,
    ])
    if (found) return found.id
    const [rate] = await db.rows<{ id: number }>('insert into tax_rates (user_id, name) values ($1, $2) returning id', [db.userId, name])
    for (const [i, [title, percent]] of components.entries())
      await db.rows('insert into tax_rate_components (user_id, tax_rate_id, position, name, percent) values ($1, $2, $3, $4, $5)', [
        ...[db.userId, rate!.id, i + 1, title, percent],
      ])
    return rate!.id
  }
  return {
    goods: await add('Chicago sales tax', [
      ['Illinois', '6.25'],
      ['Chicago', '4'],
    ]),
    reduced: await add('Reduced rate', [['Illinois', '1']]),
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
  const items: Item[] = []
  for (const [name, category, price, unitCode] of services) {
    const [row] = await db.rows<{ id: number }>(
      "insert into items (user_id, name, category, unit_price, unit_code) values ($1, $2, nullif($3, ''), $4, $5) returning id",
      [db.userId, name, category, price, unitCode],
    )
    items.push({ id: row!.id, name, price, unitCode, isGoods: category === 'Print' })
  }
  return items
}

const addExpense = (batch: Batch, random: Random, today: Day, customers: number[]) => {
  const [category, description, vendor, from, to] = random.pick(spending)
  batch.add('expenses', {
    customer_id: random.chance(15) ? random.pick(customers) : null,
    ...{ category, description, vendor },
    amount: formatHundredths(random.whole(from, to)),
    expense_date: addDays(today, -random.whole(0, 364)),
  })
}

const readLogo = () => readFileSync(new URL(import.meta.resolve('#features/demo/sample-year/logo.png')))

/** Unless the user has one. @returns whether it was added */
const addProfile = async (db: UserDb, objects: ObjectStore): Promise<boolean> => {
  if ((await db.rows('select 1 from business_profiles where user_id = $1', [db.userId])).length > 0) return false
  const logo = readLogo()
  const key = getFileKey(db.userId, generateObjectName())
  await objects.put(key, logo, 'image/png')
  const [file] = await db.rows<{ id: number }>(
    "insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'logo', $2, 'logo.png', 'image/png', $3) returning id",
    [db.userId, key, logo.length],
  )
  await db.rows(
    `insert into business_profiles (user_id, business_name, contact_name, email, phone, address, city, state, zip_code, country, website, tax_number,
       logo_file_id, pdf_theme, pdf_primary_color, pdf_accent_color, invoice_due_days, invoice_notes, invoice_terms)
     values ($1, 'Sunrise Studio', 'Dana Demo', 'hello@sunrise.example', '+1 503 555 0142', '14 Quayside Lane', 'Portland', 'OR', '97209', 'USA',
       'https://sunrise.example', '93-1847266', $2, 'modern', '#16324f', '#e8a33d', 14, 'Thank you for your business!',
       'Payment within the stated time, please.')`,
    [db.userId, file!.id],
  )
  return true
}

type SampleServices = Pick<Services, 'objects' | 'now'>

/** One transaction, so that the account is filled or empty. @returns null when the account was filled before */
export const fillAccount = async ({ objects, now }: SampleServices, db: UserDb, today: Day) => {
  if (await isFilled(db)) return null
  const isNewBusiness = await addProfile(db, objects)
  const { counts, stories } = await addRecords(db, today, { now })
  await postAll(db)
  await stories.applyCredit()
  await rebuildSearchEntries(db, entities)
  for (const topic of changeTopics) db.announce(topic)
  return { isNewBusiness, counts }
}
