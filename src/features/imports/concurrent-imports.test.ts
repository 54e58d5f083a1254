import { expect, test } from 'vitest'
import { customerEntity } from '#modules/customers/server.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { insertRows } from './insert-rows.ts'

const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

// One node serves the imports of an account one after another anyway: this is about two.
test('an import waits for one of the same file on another node, and stores nothing again', async () => {
  const { database } = await withTestDatabase()
  const [user] = await database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject, email) values ('test', 'ada', 'ada@example.com') returning id"),
  )
  const store = (db: UserDb) =>
    insertRows(db, customerEntity, [{ name: 'Acme', email: 'a@acme.example' }], { skipExisting: true, rows: [{ line: 2 }] })
  const stored = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = database.asUser(user!.id, async (db) => {
    const result = await store(db)
    stored.resolve()
    await mayCommit.promise
    return result
  })
  await stored.promise
  let isDone = false
  const second = database.asUser(user!.id, store).finally(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await database.pool.query(isWaiting)).rowCount === 1).toBe(true)
  mayCommit.resolve()
  expect(await Promise.all([first, second])).toEqual([
    { created: 1, skipped: 0 },
    { created: 0, skipped: 1 },
  ])
})
