import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openDatabase, type UserDb } from './client.ts'
import { prepareDatabase } from './migrate.ts'

// The search entries follow every change of the records, and an index serves searches under row-level security.

let made: TestDatabase
let owner: Client
let ada: number
let bob: number
beforeAll(async () => {
  made = await createTestDatabase()
  owner = new Client(made.owner)
  await owner.connect()
  const { rows } = await owner.query<{ id: number }>(
    "insert into users (issuer, subject) values ('test', 'ada'), ('test', 'bob') returning id",
  )
  ;[ada, bob] = rows.map(({ id }) => id) as [number, number]
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

const as = <T>(userId: number, work: (db: UserDb) => Promise<T>) => made.database.asUser(userId, work)
const run = (text: string, values: unknown[] = []) => as(ada, (db) => db.rows<{ id: number }>(text, values))
const everything = async () =>
  (await owner.query('select user_id, kind, record_id, title, subtitle, body, amount, day from search_entries order by 1, 2, 3')).rows
const entry = async (kind: string, id: number) =>
  (
    await owner.query<{ title: string; subtitle: string; body: string; amount: string | null }>(
      'select title, subtitle, body, amount::text from search_entries where kind = $1 and record_id = $2',
      [kind, id],
    )
  ).rows[0]

const addDocument = (of: 'invoice' | 'estimate', customer: number, number: string, line: string) =>
  run(
    `with made as (
       insert into ${of}s (user_id, customer_id, ${of}_number, issue_date, ${of === 'invoice' ? 'due_date' : 'expiry_date'}, subtotal, tax_amount, total, notes)
       values ($1, $2, $3, '2026-01-02', '2026-02-02', 7, 0, 7, 'Noted') returning id
     ), lines as (
       insert into ${of}_line_items (user_id, ${of}_id, position, description, quantity, unit_price, total) select $1, id, 1, $4, 1, 7, 7 from made
     ) select id from made`,
    [ada, customer, number, line],
  ).then(([row]) => row!.id)

test('after any change of the records, the entries equal those that would be created from scratch', async () => {
  const [customer] = await run(
    "insert into customers (user_id, name, company, email) values ($1, 'Ünal', 'Old & Co', 'old@example.com') returning id",
    [ada],
  )
  const c = customer!.id
  const invoice = await addDocument('invoice', c, 'INV-0042', 'Garden fence')
  const estimate = await addDocument('estimate', c, 'EST-7', 'Garden gate')
  expect(await entry('invoice', invoice)).toMatchObject({ title: 'INV-0042', subtitle: 'Ünal', amount: '7.00' })
  expect((await entry('invoice', invoice))!.body).toMatch(
    / øinv-0042\n.* ø42 .*\n.* inv-0042 unal old & co old@example.com noted garden fence/,
  )

  // A sent document is found by both names and shows the one that it was sent with; a draft shows the current one.
  await run(
    `update invoices set status = 'sent', customer_as_sent = '{"name": "Ünal", "company": "Old & Co", "email": "old@example.com"}' where id = $1`,
    [invoice],
  )
  await run("update customers set name = 'Yıldız', company = null where id = $1", [c])
  expect(await entry('invoice', invoice)).toMatchObject({ subtitle: 'Ünal', body: expect.stringMatching(/yildiz .* unal .*old & co/) })
  expect(await entry('estimate', estimate)).toMatchObject({ subtitle: 'Yıldız', body: expect.not.stringMatching(/unal/) })

  // Changed lines, number and customer.
  await run('delete from invoice_line_items where invoice_id = $1', [invoice])
  expect((await entry('invoice', invoice))!.body).not.toMatch(/fence/)
  await run(
    "insert into invoice_line_items (user_id, invoice_id, position, description, quantity, unit_price, total) values ($1, $2, 1, 'Stone wall', 1, 7, 7), ($1, $2, 2, 'Steps', 1, 7, 7)",
    [ada, invoice],
  )
  await run("update invoice_line_items set description = 'Stairs' where invoice_id = $1 and position = 2", [invoice])
  expect((await entry('invoice', invoice))!.body).toMatch(/noted stone wall stairs/)
  const [other] = await run("insert into customers (user_id, name) values ($1, 'Somebody else') returning id", [ada])
  await run('update estimates set customer_id = $2, estimate_number = $3 where id = $1', [estimate, other!.id, 'EST-8'])
  expect(await entry('estimate', estimate)).toMatchObject({ title: 'EST-8', subtitle: 'Somebody else' })

  // Deleted and restored records.
  await run('update invoices set deleted_at = now() where id = $1', [invoice])
  expect(await entry('invoice', invoice)).toBeUndefined()
  await run("update customers set name = 'Aylin' where id = $1", [c])
  expect(await entry('invoice', invoice)).toBeUndefined()
  await run('update invoices set deleted_at = null where id = $1', [invoice])
  expect((await entry('invoice', invoice))!.body).toMatch(/aylin/)

  const [item] = await run("insert into items (user_id, name, unit_price) values ($1, 'Hour', 80), ($1, 'Day', 600) returning id", [ada])
  await run("update items set unit_price = 81, category = 'Work' where id = $1", [item!.id])
  expect(await entry('item', item!.id)).toMatchObject({ title: 'Hour', subtitle: 'Work', amount: '81.00' })
  await run('delete from items where id = $1', [item!.id])
  expect(await entry('item', item!.id)).toBeUndefined()
  const [expense] = await run(
    "insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'Taxi', 9, '2026-01-02') returning id",
    [ada],
  )
  await run("update expenses set vendor = 'City Cabs' where id = $1", [expense!.id])
  expect(await entry('expense', expense!.id)).toMatchObject({ subtitle: 'City Cabs · Travel' })

  // Hundreds of rows in one statement, and without a current user.
  await run("insert into customers (user_id, name) select $1, 'Customer ' || i from generate_series(1, 300) i", [ada])
  await owner.query("insert into items (user_id, name, unit_price) select $1, 'Item ' || i, 1 from generate_series(1, 50) i", [bob])

  const before = await everything()
  expect(before).toHaveLength(1 + 1 + 2 + 1 + 1 + 300 + 50)
  await owner.query('delete from search_entries')
  await owner.query('select search_refresh_all(id) from users')
  expect(await everything()).toEqual(before)
})

test('the app’s role searches by index, and no search setting shows another user’s rows', async () => {
  await run("insert into customers (user_id, name) select $1, 'Someone ' || i from generate_series(1, 3000) i", [ada])
  await run("insert into customers (user_id, name) values ($1, 'Needle Haystack')", [ada])
  await owner.query('analyze search_entries')
  const text = "select title from search_entries where user_id = $1 and kind = 'customer'"
  const searchAs = (userId: number, ownerId: number, explain = '') =>
    as(userId, async (db) => {
      await db.rows("select set_config('app.search_1', '%needle%', true), set_config('enable_seqscan', 'off', true)")
      return db.rows<Record<string, string>>(explain + text, [ownerId])
    })
  expect(await searchAs(ada, ada)).toEqual([{ title: 'Needle Haystack' }])
  const plan = (await searchAs(ada, ada, 'explain ')).map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('search_entries_customer_idx')
  expect(plan).toMatch(/Index Cond: .*user_id.*body ~~/)
  expect(await searchAs(bob, ada)).toEqual([])
  expect(
    await as(bob, async (db) => {
      await db.rows("select set_config('app.search_1', '%', true)")
      return db.rows('select distinct user_id from search_entries')
    }),
  ).toEqual([{ user_id: bob }])
  // The setting does not apply to the next transaction.
  expect((await as(ada, (db) => db.rows('select 1 from search_entries'))).length).toBeGreaterThan(3000)
})

test('concurrent changes of a customer and its documents leave no old name behind', async () => {
  const [customer] = await run("insert into customers (user_id, name) values ($1, 'Before') returning id", [ada])
  const invoice = await addDocument('invoice', customer!.id, 'RACE-1', 'One')
  let renamed: Promise<unknown> = Promise.resolve()
  await as(ada, async (db) => {
    await db.rows("update invoices set notes = 'Changed' where user_id = $1 and id = $2", [ada, invoice])
    renamed = run("update customers set name = 'After' where id = $1", [customer!.id])
    // The other transaction waits here for the end of this one.
    await db.rows('select pg_sleep(0.2)')
  })
  await renamed
  expect((await entry('invoice', invoice))!.body).toMatch(/after .*changed/)
  expect((await entry('invoice', invoice))!.subtitle).toBe('After')

  // The same for a document that is deleted meanwhile.
  await as(ada, async (db) => {
    await db.rows('update invoices set deleted_at = now() where user_id = $1 and id = $2', [ada, invoice])
    renamed = run("update customers set name = 'Later' where id = $1", [customer!.id])
    await db.rows('select pg_sleep(0.2)')
  })
  await renamed
  expect(await entry('invoice', invoice)).toBeUndefined()
})

test('deleting a user deletes the user’s entries and words', async () => {
  const { rows } = await owner.query<{ id: number }>("insert into users (issuer, subject) values ('test', 'eve') returning id")
  const eve = rows[0]!.id
  await as(eve, async (db) => {
    await db.rows("insert into customers (user_id, id, name) overriding system value values ($1, 1, 'Evening Star')", [eve])
    await db.rows(
      `with made as (
         insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, tax_amount, total)
         values ($1, 1, '1', '2026-01-01', '2026-01-31', 1, 0, 1) returning id
       ) insert into invoice_line_items (user_id, invoice_id, position, description, quantity, unit_price, total) select $1, id, 1, 'Twilight', 1, 1, 1 from made`,
      [eve],
    )
  })
  const counted = async () =>
    (
      await owner.query(
        'select (select count(*)::int from search_entries where user_id = $1) as entries, (select count(*)::int from search_words where user_id = $1) as words',
        [eve],
      )
    ).rows[0]
  expect(await counted()).toEqual({ entries: 2, words: 2 * 3 })
  await as(eve, (db) => db.rows('delete from users where id = $1', [eve]))
  expect(await counted()).toEqual({ entries: 0, words: 0 })
})

test('the search works with an owner without special rights; one that may not create the extensions is told what is missing', async () => {
  const name = `searching_${process.pid}_${Date.now()}`
  const admin = new Client({ ...made.owner, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`create role ${name} login password 'secret'`)
    await admin.query(`create database ${name}`)
    const plain = { ...made.owner, user: name, password: 'secret', database: name }
    await expect(prepareDatabase(plain, `${name}_app`)).rejects.toThrow(
      /needs PostgreSQL's extension pg_trgm.*permission denied.*CREATE EXTENSION pg_trgm/,
    )
    await admin.query(`alter database ${name} owner to ${name}`)
    const database = openDatabase(await prepareDatabase(plain, `${name}_app`), { max: 2, log: () => undefined })
    const [user] = await database.asNobody((db) =>
      db.rows<{ id: number }>("insert into users (issuer, subject) values ('test', 'a'), ('test', 'b') returning id"),
    )
    await database.asUser(user!.id, (db) => db.rows("insert into customers (user_id, name) values ($1, 'Acme')", [user!.id]))
    const seen = (userId: number) =>
      database.asUser(userId, async (db) => {
        await db.rows("select set_config('app.search_1', '%acme%', true)")
        return db.rows('select title from search_entries')
      })
    expect([await seen(user!.id), await seen(user!.id + 1)]).toEqual([[{ title: 'Acme' }], []])
    await database.close()
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  }
})
test('a text is normalized in the same way by every writer', async () => {
  const folded = async (text: string) => (await owner.query<{ folded: string }>('select search_fold($1) as folded', [text])).rows[0]!.folded
  for (const [text, as] of [
    ['  Élodie\tØSTERGÅRD \n', 'elodie ostergard'],
    ['Straße ŁÓDŹ İstanbul ılık', 'strasse lodz istanbul ilik'],
    ['ΟΔΟΣ ὈΔΌΣ', 'οδοσ οδοσ'],
    ['ＡＢＣ ﬁne №5', 'abc fine no5'],
    ['Ünïcode — “quoted” o’neil', 'unicode - "quoted" o\'neil'],
  ])
    expect([text, await folded(text!)]).toEqual([text, as])
})
