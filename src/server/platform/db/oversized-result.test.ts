import { expect, onTestFinished, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { openDatabase } from './client.ts'

test('an answer longer than the maximum string length fails its own query only, and the pool recovers', { timeout: 400_000 }, async () => {
  const { app } = await withTestDatabase()
  const database = openDatabase(app, { max: 2, log: () => undefined })
  onTestFinished(database.close)
  const other = database.asNobody((db) => db.rows("select pg_sleep(0.2), 'still here' as word"))
  const longest = "select repeat('x', 536870889) as word"
  await expect(database.asNobody((db) => db.rows(longest))).rejects.toThrow('Cannot create a string longer than')
  expect(await other).toMatchObject([{ word: 'still here' }])
  const again = await Promise.all(Array.from({ length: 4 }, () => database.asNobody((db) => db.rows('select 1 as n'))))
  expect(again).toEqual(Array.from({ length: 4 }, () => [{ n: 1 }]))
  expect(database.pool.totalCount).toBeLessThanOrEqual(2)
})
