import { expect, test } from 'vitest'
import { trackRecord } from '#kit/server/track-record.ts'
import { customerModel } from '#modules/customers/model.ts'
import { StaleVersionError } from '#server/platform/errors/app-error.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import type { Database, UserDb } from './client.ts'
import { runIdempotent } from './idempotency.ts'
import { inNaturalOrder } from './pagination.ts'
import { customers as table } from './schema/business.ts'

const customers = createOwnedTable(table, 'Customer', trackRecord(customerModel), {
  name: () => ({ by: inNaturalOrder(table.name), type: 'text' }),
})
const all = async (db: UserDb) => (await customers.list(db, {})).rows

const newUser = async (database: Database, name: string) => {
  const [row] = await database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject, email) values ('test', $1, $2) returning id", [
      name,
      `${name}@example.com`,
    ]),
  )
  return row!.id
}

test('a failed transaction is rolled back, and its connection serves the next one', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  const work = database.asUser(ada, async (db) => {
    await customers.insert(db, { name: 'Half' })
    throw new Error('stop here')
  })
  await expect(work).rejects.toThrow('stop here')
  expect(await database.asUser(ada, all)).toEqual([])
})

test('the user of a transaction is not set in the next one, on the same connection', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  await database.asUser(ada, (db) => customers.insert(db, { name: 'Acme' }))
  // More queries than the pool has connections, so that every connection that served ada is used.
  for (let i = 0; i < 20; i++) {
    await database.asUser(ada, async (db) => expect(await all(db)).toHaveLength(1))
    expect(await database.asNobody((db) => db.rows('select 1 from customers'))).toEqual([])
    expect((await database.pool.query('select 1 from customers')).rows).toEqual([])
  }
  await expect(database.asUser("1'; drop table users; --" as never, all)).rejects.toThrow(TypeError)
})

test('a connection that breaks during a transaction fails that transaction only', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  const work = database.asUser(ada, async (db) => {
    await customers.insert(db, { name: 'Torn' })
    await db.rows('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(work).rejects.toThrow()
  expect(await database.asUser(ada, all)).toEqual([])
})

test('an owned row is found, changed and removed by its owner only; a stale save gets the current row', async () => {
  const { database } = await withTestDatabase()
  const [ada, bob] = [await newUser(database, 'ada'), await newUser(database, 'bob')]
  const { id } = await database.asUser(ada, (db) => customers.insert(db, { name: 'Acme', city: '' }))
  await expect(database.asUser(bob, (db) => customers.one(db, id))).rejects.toMatchObject({ status: 404 })
  await expect(database.asUser(bob, (db) => customers.update(db, id, { name: 'Mine' }))).rejects.toMatchObject({ status: 404 })
  await expect(database.asUser(bob, (db) => customers.remove(db, id))).rejects.toMatchObject({ status: 404 })
  expect(await database.asUser(ada, (db) => customers.update(db, id, { name: 'Acme Ltd', version: 1 }))).toMatchObject({
    version: 2,
    city: null,
  })
  const stale = await database
    .asUser(ada, (db) => customers.update(db, id, { name: 'Old', version: 1 }))
    .catch((error: StaleVersionError) => error)
  if (!(stale instanceof StaleVersionError)) throw new Error('a stale copy was saved')
  expect(stale.as((current) => current)).toMatchObject({ status: 409, details: { current: { name: 'Acme Ltd', version: 2 } } })
})

test('an idempotency key is stored together with the change, or not at all; each user has keys of their own', async () => {
  const { database } = await withTestDatabase()
  const [ada, bob] = [await newUser(database, 'ada'), await newUser(database, 'bob')]
  const create = async (userId: number, name: string, requestHash = 'same') => {
    const reply = await database.asUser(userId, (db) =>
      runIdempotent(
        db,
        { key: 'k', requestHash, callHash: 'call' },
        async () => {
          if (name === 'crash') throw new Error('crash')
          return (await customers.insert(db, { name })).name
        },
        JSON.stringify,
      ),
    )
    return reply.text
  }
  await expect(create(ada, 'crash')).rejects.toThrow('crash')
  expect(await create(ada, 'Acme')).toBe('"Acme"')
  expect(await create(ada, 'ignored')).toBe('"Acme"')
  await expect(create(ada, 'other', 'another request')).rejects.toMatchObject({ status: 422, details: { first: 'Acme' } })
  expect(await create(bob, 'Bobs')).toBe('"Bobs"')
  expect(await database.asUser(ada, all)).toHaveLength(1)
})
