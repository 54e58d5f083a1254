import { expect, test } from 'vitest'
import type { UserDb } from '#server/platform/db/client.ts'
import { customers } from '#server/platform/db/schema/business.ts'
import { guardAnnouncements } from './announcement-guard.ts'
import { withTestDatabase } from './database.ts'

test('a transaction that changes shown rows without announcing them fails, and changes nothing', async () => {
  const { database } = await withTestDatabase()
  const { database: guarded, check } = guardAnnouncements(database)
  expect(check).not.toThrow()
  const [user] = await database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject) values ('test', 'ada') returning id"),
  )
  const id = user!.id
  const insert = "insert into customers (user_id, name) values ($1, 'Acme')"
  const writers: ((db: UserDb) => Promise<unknown>)[] = [
    (db) => db.rows(insert, [id]),
    async (db) => db.send(insert, [id]),
    (db) => db.orm.insert(customers).values({ userId: id, name: 'Acme' }),
  ]
  for (const write of writers) {
    await expect(guarded.asUser(id, write)).rejects.toThrow("must announce 'customers'")
    const announceOther = async (db: UserDb) => {
      await write(db)
      db.announce('items')
    }
    await expect(guarded.asUser(id, announceOther)).rejects.toThrow("must announce 'customers'")
  }
  const count = async () => (await database.asUser(id, (db) => db.rows('select 1 from customers'))).length
  expect(await count()).toBe(0)
  for (const write of writers)
    await guarded.asUser(id, async (db) => {
      await write(db)
      db.announce('customers')
    })
  expect(await count()).toBe(writers.length)
  // Nothing is changed by these.
  await guarded.asUser(id, (db) => db.rows("update customers set name = 'Beta' where user_id = $1 and name = 'none'", [id]))
  await guarded.asUser(id, (db) => db.rows('select 1 from customers where user_id = $1 for update', [id]))
  await expect(guarded.asNobody((db) => db.rows("update users set first_name = 'A' where id = $1", [id]))).rejects.toThrow("'account'")
  await expect(guarded.asNobody((db) => db.rows('delete from users where id = $1', [id]))).rejects.toThrow("'sessions'")
  expect(check).toThrow("must announce 'customers'")
})
