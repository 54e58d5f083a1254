import fc from 'fast-check'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { estimateType, invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { writeEntry } from '#server/domain/search/write-entries.ts'
import { createTestApp } from '#server/testing/app.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { createRecords } from '#server/testing/records.ts'
import { openDatabase, type UserDb } from './client.ts'
import { prepareDatabase } from './migrate.ts'

// The search entries follow every change of the records, and an index serves searches under row-level security.

type Entry = { kind: string; id: number; title: string; subtitle: string | null; body: string; amount: string | null; day: string | null }

const start = async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const ada = await app.person('ada')
  const bob = await app.person('bob')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  const as = <T>(userId: number, work: (db: UserDb) => Promise<T>) => app.database.asUser(userId, work)
  const readEntries = () =>
    as(ada.userId, (db) =>
      db.rows<Entry>(
        'select kind, record_id as id, title, subtitle, body, amount::text, day from search_entries where user_id = $1 order by 1, 2',
        [ada.userId],
      ),
    )
  return {
    app,
    ada,
    bob,
    as,
    records: createRecords(app, ada),
    readEntries,
    entry: async (kind: string, id: number) => (await readEntries()).find((each) => each.kind === kind && each.id === id),
    /** Compares the entries with those that are created from scratch. */
    expectSameAsRebuilt: async () => {
      const before = await readEntries()
      await as(ada.userId, (db) => rebuildSearchEntries(db, entities))
      expect(before).toEqual(await readEntries())
      return before
    },
  }
}

const line = (description: string) => ({ description, quantity: '1', unitPrice: '7.00' })

test('an entry has all texts of its record, and is removed and restored with it', async () => {
  const { app, ada, records, entry, expectSameAsRebuilt } = await start()
  const customer = await records.customer({ name: 'Ünal', company: 'Old & Co', email: 'old@example.com' })
  const shared = { customerId: customer.id, notes: 'Noted' }
  const invoice = await records.invoice({ ...shared, invoiceNumber: 'INV-0042', lineItems: [line('Garden fence')] })
  const estimate = await records.estimate({ ...shared, estimateNumber: 'EST-7', lineItems: [line('Garden gate')] })
  expect(await entry('invoice', invoice.id)).toMatchObject({ title: 'INV-0042', subtitle: 'Ünal', amount: '7.00', day: '2026-01-05' })
  expect((await entry('invoice', invoice.id))!.body).toMatch(
    / øinv-0042\n.* ø42 .*\n inv-0042 noted garden fence .*\n unal old & co old@example.com .*\n$/,
  )

  // A sent document is found by both names and shows the one that it was sent with; a draft shows the current one.
  const edit = { ...shared, invoiceNumber: 'INV-0042', issueDate: '2026-01-05', dueDate: '2030-12-31', lineItems: [line('Garden fence')] }
  await app.call(ada, 'PUT', `/api/invoices/${invoice.id}`, { ...edit, status: 'sent' })
  await app.call(ada, 'PUT', `/api/customers/${customer.id}`, { name: 'Yıldız', email: 'old@example.com' })
  expect(await entry('invoice', invoice.id)).toMatchObject({ subtitle: 'Ünal', body: expect.stringMatching(/unal old & co .*\n yildiz /) })
  expect(await entry('estimate', estimate.id)).toMatchObject({ subtitle: 'Yıldız', body: expect.not.stringMatching(/unal/) })
  await expectSameAsRebuilt()
  // By its former name again.
  await app.call(ada, 'PUT', `/api/customers/${customer.id}`, { name: 'Ünal', company: 'Old & Co', email: 'old@example.com' })
  expect((await entry('invoice', invoice.id))!.body).not.toMatch(/yildiz/)
  await expectSameAsRebuilt()

  // Changed lines, number and customer.
  const other = await records.customer({ name: 'Another customer' })
  await app.call(ada, 'PUT', `/api/invoices/${invoice.id}`, { ...edit, lineItems: [line('Stone wall'), line('Stairs')] })
  expect((await entry('invoice', invoice.id))!.body).toMatch(/noted stone wall stairs/)
  const moved = {
    customerId: other.id,
    estimateNumber: 'EST-8',
    issueDate: '2026-01-05',
    expiryDate: '2030-12-31',
    lineItems: [line('Gate')],
  }
  await app.call(ada, 'PUT', `/api/estimates/${estimate.id}`, moved)
  expect(await entry('estimate', estimate.id)).toMatchObject({ title: 'EST-8', subtitle: 'Another customer' })

  // Deleted and restored records.
  await records.remove('invoices', invoice.id)
  expect(await entry('invoice', invoice.id)).toBeUndefined()
  await app.call(ada, 'PUT', `/api/customers/${customer.id}`, { name: 'Aylin' })
  expect(await entry('invoice', invoice.id)).toBeUndefined()
  await app.call(ada, 'POST', `/api/invoices/${invoice.id}/restore`)
  expect((await entry('invoice', invoice.id))!.body).toMatch(/aylin/)
  const item = await records.item({ name: 'Hour' })
  await app.call(ada, 'PUT', `/api/items/${item.id}`, { name: 'Hour', unitPrice: '81', category: 'Work' })
  expect(await entry('item', item.id)).toMatchObject({ title: 'Hour', subtitle: 'Work', amount: '81.00', day: null })
  await records.remove('items', item.id)
  expect(await entry('item', item.id)).toBeUndefined()
  await app.call(ada, 'POST', `/api/items/${item.id}/restore`)
  expect(await entry('item', item.id)).toBeDefined()
  const expense = await records.expense({ description: 'Taxi' })
  await app.call(ada, 'PUT', `/api/expenses/${expense.id}`, {
    ...{ description: 'Taxi', category: 'Travel', amount: '9', expenseDate: '2026-01-02', vendor: 'City Cabs' },
  })
  expect(await entry('expense', expense.id)).toMatchObject({ subtitle: 'City Cabs · Travel', amount: '9.00', day: '2026-01-02' })
  expect(await expectSameAsRebuilt()).toHaveLength(6)
})

test('after any changes of the records through the API, the entries equal those that are created from scratch', async () => {
  const { app, ada, records, expectSameAsRebuilt } = await start()
  const text = fc.constantFrom(
    'Ünal',
    'Garden fence',
    'inv-0042',
    'Søren & Co',
    "O'Neil",
    '東京',
    '  two  spaces ',
    'a b',
    '$1,234.50',
    'ß 😀',
  )
  const customer = fc.record({ name: text, company: fc.option(text), email: fc.constantFrom(null, 'a@example.com', 'b@example.com') })
  const choice = fc.nat({ max: 30 })
  const step = fc.record({
    action: fc.constantFrom('customer', 'rename', 'rename', 'draft', 'edit', 'send', 'move', 'remove', 'restore', 'import', 'convert'),
    kind: fc.constantFrom('invoice' as const, 'estimate' as const),
    customer,
    text,
    choice,
  })
  let number = 0
  const run = async (steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
    const customers = [(await records.customer({ name: 'First' })).id]
    const documents: { kind: 'invoice' | 'estimate'; id: number }[] = []
    for (const { action, kind, customer, text, choice } of steps) {
      const customerId = customers[choice % customers.length]!
      const document = documents[choice % Math.max(documents.length, 1)]
      const path = document && `/api/${document.kind}s/${document.id}`
      // Requests that are refused, such as the edit of a deleted document, change nothing.
      const edit = async (fields: object) => {
        const { body } = await app.send(ada, 'GET', path!)
        const { id: _i, status, customerId, issueDate, dueDate, expiryDate, invoiceNumber, estimateNumber, notes, lineItems } = body
        const lines = lineItems?.map(({ description, quantity, unitPrice }: Record<string, unknown>) => ({
          description,
          quantity,
          unitPrice,
        }))
        const saved = { customerId, issueDate, dueDate, expiryDate, invoiceNumber, estimateNumber, notes, status, lineItems: lines }
        await app.send(ada, 'PUT', path!, { ...saved, ...fields })
      }
      if (action === 'customer') customers.push((await records.customer(customer)).id)
      else if (action === 'rename') await app.send(ada, 'PUT', `/api/customers/${customerId}`, customer)
      else if (action === 'import')
        await app.send(ada, 'POST', '/api/items/import', { rows: [{ line: 2, values: { name: text, unitPrice: '5', category: text } }] })
      else if (action === 'draft') {
        const fields = { customerId, lineItems: [line(text), line('Second')], notes: text }
        const numbered = kind === 'invoice' ? { invoiceNumber: `N-0${++number}` } : { estimateNumber: `N-0${++number}` }
        documents.push({ kind, id: (await records[kind]({ ...fields, ...numbered } as never)).id })
      } else if (path && action === 'edit') await edit({ notes: text, lineItems: [line(text)] })
      else if (path && action === 'send') await edit({ status: 'sent' })
      else if (path && action === 'move') await edit({ customerId })
      else if (path && action === 'remove') await app.send(ada, 'DELETE', path)
      else if (path && action === 'restore') await app.send(ada, 'POST', `${path}/restore`)
      else if (path && action === 'convert' && document.kind === 'estimate') await app.send(ada, 'POST', `${path}/convert`)
    }
    await expectSameAsRebuilt()
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), run), { numRuns: 8, endOnFailure: true })
})

test('the app’s role searches by index, and no search setting shows another user’s rows', async () => {
  const { app, ada, bob, as } = await start()
  const customers = Array.from({ length: 3000 }, (_, i) => ({ line: i + 2, values: { name: `Someone ${i}` } }))
  await app.call(ada, 'POST', '/api/customers/import', { rows: [...customers, { line: 3002, values: { name: 'Needle Haystack' } }] })
  await createRecords(app, bob).item()
  await app.sql('vacuum analyze search_entries')
  const text = "select title from search_entries where user_id = $1 and kind = 'customer'"
  const searchAs = (userId: number, ownerId: number, explain = '') =>
    as(userId, async (db) => {
      await db.rows("select set_config('app.search_1', '%needle%', true), set_config('enable_seqscan', 'off', true)")
      return db.rows<Record<string, string>>(explain + text, [ownerId])
    })
  expect(await searchAs(ada.userId, ada.userId)).toEqual([{ title: 'Needle Haystack' }])
  const plan = (await searchAs(ada.userId, ada.userId, 'explain ')).map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('search_entries_customer_idx')
  expect(plan).toMatch(/Index Cond: .*user_id.*body ~~/)
  expect(await searchAs(bob.userId, ada.userId)).toEqual([])
  expect(
    await as(bob.userId, async (db) => {
      await db.rows("select set_config('app.search_1', '%', true)")
      return db.rows('select distinct user_id from search_entries')
    }),
  ).toEqual([{ user_id: bob.userId }])
  // The setting does not apply to the next transaction.
  expect((await as(ada.userId, (db) => db.rows('select 1 from search_entries'))).length).toBeGreaterThan(3000)
})

test('concurrent changes of a customer and its documents leave no old name behind', async () => {
  const { app, ada, as, records, entry, expectSameAsRebuilt } = await start()
  const customer = await records.customer({ name: 'Before' })
  const rename = (name: string) => app.call(ada, 'PUT', `/api/customers/${customer.id}`, { name })
  /** Renames the customer while a transaction that did `work` is still open. */
  const renameDuring = async (name: string, work: (db: UserDb) => Promise<unknown>) => {
    let renamed: Promise<unknown> = Promise.resolve()
    await as(ada.userId, async (db) => {
      await work(db)
      renamed = rename(name)
      await db.rows('select pg_sleep(0.2)')
    })
    await renamed
  }
  const draft = await records.estimate({ customerId: customer.id })
  await renameDuring('While sent', (db) => issueDocument(db, estimateType, draft.id))
  expect(await entry('estimate', draft.id)).toMatchObject({ subtitle: 'Before', body: expect.stringMatching(/ before \n while sent /) })
  const invoice = await records.invoice({ customerId: customer.id })
  await renameDuring('While deleted', (db) => removeDocument(db, invoiceType, invoice.id))
  expect(await entry('invoice', invoice.id)).toBeUndefined()

  // Creations, edits and moves beside renamings.
  const other = await records.customer({ name: 'Other' })
  const moved = await records.invoice({ customerId: customer.id, invoiceNumber: 'MOVED' })
  const move = (customerId: number) =>
    app.call(ada, 'PUT', `/api/invoices/${moved.id}`, {
      ...{ customerId, invoiceNumber: 'MOVED', issueDate: '2026-01-05', dueDate: '2030-12-31', lineItems: [line('Work')] },
    })
  for (let i = 0; i < 10; i++)
    await Promise.all([
      rename(`Name ${i}`),
      records.invoice({ customerId: customer.id }),
      records.estimate({ customerId: customer.id }),
      move(i % 2 ? customer.id : other.id),
    ])
  await expectSameAsRebuilt()
})

test('the words of saved records are stored after the commit, once', async () => {
  const { app, ada, records } = await start()
  const words = async () =>
    (await app.sql<{ word: string }>('select word from search_words where user_id = $1 order by word', [ada.userId])).map(
      ({ word }) => word,
    )
  await records.item({ name: 'Élodie’s 3D-printing', description: 'for you, INV2026 consulting' })
  const expected = ['consulting', 'elodie', 'printing'].flatMap((word) => [word, `~${[...word].toReversed().join('')}`]).sort()
  await expect.poll(words).toEqual(expected)
  await records.item({ name: 'Printing' })
  await records.item({ name: 'Twilight' })
  await expect.poll(words).toEqual([...expected, 'twilight', '~thgiliwt'].sort())
})

test('deleting a user deletes the user’s entries and words', async () => {
  const { app, records, ada, readEntries } = await start()
  await records.customer({ name: 'Evening Star' })
  const countWords = async () => (await app.sql('select 1 from search_words where user_id = $1', [ada.userId])).length
  await expect.poll(countWords).toBe(4)
  await app.sql('delete from users where id = $1', [ada.userId])
  expect([await readEntries(), await countWords()]).toEqual([[], 0])
})

test('the search works with an owner without special rights; one that may not create the extensions is told what is missing', async () => {
  const name = `searching_${process.pid}_${Date.now()}`
  const made = await withTestDatabase()
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
    const entry = { kind: 'customer', id: 1, title: 'Acme', subtitle: null, body: ' øacme', amount: null, day: null } as const
    await database.asUser(user!.id, async (db) => writeEntry(db, entry))
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
