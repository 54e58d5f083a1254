import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { inNaturalOrder } from '#server/platform/db/pagination.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { copyMigrationsUpTo } from '#server/platform/db/testing/past-migrations.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'

type Old = {
  /** A connection of the tables' owner, before and after the migration. */
  old: Client
  /** Migrates the database twice, as two starts of the server do. @returns it, opened with the app's role */
  upgrade: () => Promise<Database>
}

/** Runs `work` with a database that has two users, and the given migration as its newest. */
const before = async (tag: string, work: (given: Old) => Promise<void>) => {
  const { owner, app } = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ ...owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const old = new Client({ ...owner, database: name })
  const { folder, remove } = copyMigrationsUpTo(tag)
  let database: Database | undefined
  try {
    await old.connect()
    await old.query('set client_min_messages = warning')
    await migrate(drizzle(old), { migrationsFolder: folder })
    await old.query(
      "insert into users (issuer, subject, email) values ('test', 'ada', 'ada@example.com'), ('test', 'bob', 'bob@example.com')",
    )
    await old.query("set app.user_id = '1'")
    await work({
      old,
      upgrade: async () => {
        await prepareDatabase({ ...owner, database: name }, app.user!)
        await prepareDatabase({ ...owner, database: name }, app.user!)
        database = openDatabase({ ...app, database: name }, { max: 2, log: () => undefined })
        return database
      },
    })
  } finally {
    await database?.close()
    await old.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    remove()
  }
}

test('the size of older documents is computed, and an edit by the previous version removes the stored size', () =>
  before('0028_security_retention', async ({ old, upgrade }) => {
    const texts = ['Plain', 'a "quote"\n\t\\ \u0001 😀 \u2028', '']
    const notes = 'Thanks "a lot"\n'
    await old.query("insert into customers (user_id, name) values (1, 'Acme')")
    for (const [kind, end] of [
      ['invoice', 'due_date'],
      ['estimate', 'expiry_date'],
    ]) {
      await old.query(
        `with made as (insert into ${kind}s (user_id, customer_id, ${kind}_number, issue_date, ${end}, subtotal, tax_amount, total, notes)
           values (1, 1, 'N', '2026-01-01', '2026-02-01', 0, 0, 0, $1) returning id)
         insert into ${kind}_line_items (user_id, ${kind}_id, position, description, quantity, unit_price, total)
         select 1, made.id, t.n, t.text, 1, 0, 0 from made, unnest($2::text[]) with ordinality t(text, n)`,
        [notes, texts],
      )
    }
    await upgrade()
    const size = computeContentBytes({ lineItems: texts.map((description) => ({ description })), notes })
    for (const table of ['invoices', 'estimates']) {
      const stored = async () =>
        (await old.query(`select content_bytes from ${table} where user_id = 1`)).rows[0].content_bytes as number | null
      // An empty text counts zero bytes, or its two quotes.
      expect(Math.abs((await stored())! - size)).toBeLessThanOrEqual(2)
      await old.query(`update ${table} set status = 'sent' where user_id = 1`)
      expect(await stored()).not.toBeNull()
      await old.query(`update ${table} set notes = 'Other', content_bytes = 7 where user_id = 1`)
      expect(await stored()).toBe(7)
      await old.query(`update ${table} set notes = 'By the version before' where user_id = 1`)
      expect(await stored()).toBeNull()
    }
  }))

test('a database from before the searchable lists is migrated: nothing is lost, and all rows are found', () =>
  before('0003_asked_at', async ({ old, upgrade }) => {
    await old.query(
      "insert into customers (user_id, name, company, email) values (1, 'Zoë', null, 'Z@Example.com'), (1, 'Room 10', 'ÄCME', null), (1, 'Room 9', '', null)",
    )
    await old.query("insert into items (user_id, name, unit_price) values (1, 'Hour', 80.50)")
    await old.query(
      "insert into expenses (user_id, customer_id, category, description, amount, expense_date) values (1, 1, 'Travel', 'Taxi', 12.30, '2026-01-05')",
    )
    const tables = ['customers', 'items', 'expenses']
    const rowsOf = async () =>
      Promise.all(
        tables.map(
          async (each) =>
            (await old.query(`select to_jsonb(t) - 'search_text' - 'receipt_file_id' - 'seal' as row from ${each} t order by id`)).rows,
        ),
      )
    const then = await rowsOf()
    expect(then.map((rows) => rows.length)).toEqual([3, 1, 1])

    const database = await upgrade()
    expect(await rowsOf()).toEqual(then)

    const customers = createOwnedTable(table, 'Customer', { name: () => ({ by: inNaturalOrder(table.name), type: 'text' }) })
    const found = async (userId: number, search?: string) =>
      (await database.asUser(userId, (db) => customers.list(db, { search }))).rows.map((row) => row.name)
    expect(await found(1)).toEqual(['Room 9', 'Room 10', 'Zoë'])
    expect(await found(1, 'äcme')).toEqual(['Room 10'])
    expect(await found(1, 'z@example')).toEqual(['Zoë'])
    expect(await found(2)).toEqual([])
    const entries = (userId: number) => database.asUser(userId, (db) => db.rows<{ title: string }>('select title from search_entries'))
    expect((await entries(1)).map(({ title }) => title).toSorted()).toEqual(['Hour', 'Room 10', 'Room 9', 'Taxi', 'Zoë'])
    expect(await entries(2)).toEqual([])
    await database.asUser(1, (db) => customers.remove(db, 2))
    expect(await database.asUser(1, (db) => customers.restore(db, 2))).toMatchObject({ name: 'Room 10', version: 1 })
  }))

test('estimates from before their public pages keep their invoice, and get a history and a public id', () =>
  before('0007_invoice_walls', async ({ old, upgrade }) => {
    await old.query("insert into customers (user_id, name) values (1, 'Acme')")
    await old.query(
      `insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, tax_amount, total)
       values (1, 1, 'INV-1', '2026-01-01', '2026-01-31', 10, 0, 10), (1, 1, 'INV-2', '2026-01-01', '2026-01-31', 10, 0, 10)`,
    )
    await old.query(
      `insert into estimates (user_id, customer_id, estimate_number, issue_date, expiry_date, subtotal, tax_amount, total, invoice_id, created_at)
       values (1, 1, 'EST-1', '2026-01-01', '2026-01-31', 10, 0, 10, 2, '2026-01-01T10:00:00Z'),
              (1, 1, 'EST-2', '2026-01-01', '2026-01-31', 10, 0, 10, null, '2026-01-02T10:00:00Z')`,
    )
    const database = await upgrade()
    const seen = (userId: number) =>
      database.asUser(userId, async (db) => [
        await db.rows('select invoice_number as number, estimate_id as "estimateId" from invoices order by id'),
        await db.rows('select estimate_id as id, at, kind, by, changes from estimate_events order by id'),
        await db.rows('select estimate_id as id, length(public_id) as length from public_estimates order by 1'),
      ])
    const created = { kind: 'created', by: 'ada@example.com', changes: [] }
    expect(await seen(1)).toEqual([
      [
        { number: 'INV-1', estimateId: null },
        { number: 'INV-2', estimateId: 1 },
      ],
      [
        { id: 1, at: new Date('2026-01-01T10:00:00Z'), ...created },
        { id: 2, at: new Date('2026-01-02T10:00:00Z'), ...created },
      ],
      [
        { id: 1, length: 64 },
        { id: 2, length: 64 },
      ],
    ])
    expect(await seen(2)).toEqual([[], [], []])
  }))

test('payments and keys from before there were two providers are unchanged', () =>
  before('0012_business_profile_statuses', async ({ old, upgrade }) => {
    await old.query("insert into customers (user_id, name) values (1, 'Acme')")
    await old.query(
      `insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, tax_amount, total)
       values (1, 1, 'INV-1', '2026-01-01', '2026-01-31', 10, 0, 10)`,
    )
    await old.query(
      `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, charge_ref, status, refunded, disputed)
       values (1, 1, 10, '2026-01-02', 'card', 'stripe', 'ch_1', 'succeeded', 2.50, true), (1, 1, 5, '2026-01-03', 'card', 'stripe', 'ch_2', 'succeeded', 0, false)`,
    )
    await old.query(
      `insert into payment_credentials (user_id, provider, key_id, sealed_secret, endpoint_token, account_id, status)
       values (1, 'stripe', 'k', 'sealed', 'hook', 'key-1', 'connected'), (1, 'paypal', 'k', 'sealed', 'hook2', 'key-2', 'not_connected')`,
    )
    const database = await upgrade()
    const seen = (userId: number) =>
      database.asUser(userId, async (db) => [
        await db.rows('select amount, refunded, dispute, status from payments order by id'),
        await db.rows(
          'select provider, account_id as account, status, sealed_secret::text as sealed from payment_credentials order by provider',
        ),
      ])
    const sealed = `\\x${Buffer.from('sealed').toString('hex')}`
    expect(await seen(1)).toEqual([
      [
        { amount: '10.00', refunded: '2.50', dispute: 'open', status: 'succeeded' },
        { amount: '5.00', refunded: '0.00', dispute: null, status: 'succeeded' },
      ],
      [
        { provider: 'paypal', account: 'key-2', status: 'unchecked', sealed },
        { provider: 'stripe', account: 'key-1', status: 'connected', sealed },
      ],
    ])
    expect(await seen(2)).toEqual([[], []])
  }))

test('refunds get the day of their history event, and existing amounts get checksums', () =>
  before('0019_leaving_indexes', async ({ old, upgrade }) => {
    await old.query("update users set time_zone = 'Pacific/Auckland' where id = 1")
    await old.query("insert into customers (user_id, name) values (1, 'Acme')")
    await old.query("insert into items (user_id, name, unit_price) values (1, 'Hour', 80.50)")
    await old.query(
      `insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, tax_amount, total)
       values (1, 1, 'INV-1', '2026-01-01', '2026-01-31', 10, 0, 10), (1, 1, 'INV-2', '2026-01-01', '2026-01-31', 10, 0, 10)`,
    )
    await old.query(
      `insert into payments (user_id, invoice_id, amount, payment_date, payment_method, provider, charge_ref, status, refunded)
       values (1, 1, 10, '2026-01-02', 'card', 'stripe', 'ch_1', 'succeeded', 2.50), (1, 2, 10, '2026-01-03', 'card', 'stripe', 'ch_2', 'succeeded', 10),
              (1, 2, 10, '2026-01-04', 'card', 'stripe', 'ch_3', 'succeeded', 0)`,
    )
    await old.query(
      "insert into invoice_events (user_id, invoice_id, kind, by, at) values (1, 1, 'refunded', 'Billfold', '2026-02-10T12:00:00Z'), (1, 1, 'viewed', 'Customer', '2026-03-10T12:00:00Z')",
    )
    const database = await upgrade()
    const [returns, unsealed] = await database.asUser(1, async (db) => [
      await db.rows('select payment_id as payment, day, amount, seal is not null as sealed from payment_returns order by payment_id'),
      await db.rows(`select 'item' as kind from items r where seal is distinct from seal_of(r)
                     union all select 'invoice' from invoices r where seal is distinct from seal_of(r)
                     union all select 'payment' from payments r where seal is distinct from seal_of(r)`),
    ])
    // It was already the 11th in Auckland; without a history event, the payment's day is used.
    expect(returns).toEqual([
      { payment: 1, day: '2026-02-11', amount: '2.50', sealed: true },
      { payment: 2, day: '2026-01-03', amount: '10.00', sealed: true },
    ])
    expect(unsealed).toEqual([])
  }))
