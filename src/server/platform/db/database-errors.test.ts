import { expect, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { openDatabase } from './client.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { customers } from './schema/business.ts'

const failure = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  )

test('a missing server socket counts as unavailable, not as ENOENT, which a session store takes for a missing session', async () => {
  const database = openDatabase({ host: '/nowhere/at/all', user: 'nobody', database: 'none' }, { log: () => undefined })
  for (const work of [database.pool.query('select 1'), database.pool.connect(), database.asNobody(async () => 1)]) {
    const error = await failure(work)
    expect([error?.code, isDatabaseUnavailable(error)]).toEqual(['DATABASE_AWAY', true])
  }
  await database.close()
})

test('every query on a broken connection fails as unavailable', async () => {
  const { database } = await withTestDatabase()
  const ways = {
    sql: () => database.asUser(1, (db) => db.rows('select pg_terminate_backend(pg_backend_pid())')),
    builder: () =>
      database.asUser(1, async (db) => {
        await db.rows('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
        await db.orm.select().from(customers)
      }),
  }
  for (const [way, run] of Object.entries(ways)) expect([way, isDatabaseUnavailable(await failure(run()))]).toEqual([way, true])
  expect(await database.asUser(1, (db) => db.orm.select().from(customers))).toEqual([])
})

test('query errors do not count as unavailable, and errors of the query builder quote no values', async () => {
  const { database } = await withTestDatabase()
  const error = await failure(database.asUser(1, (db) => db.orm.insert(customers).values({ userId: 2, name: 'Confidential Ltd' })))
  expect(error?.code).toBe('42501')
  expect([isDatabaseUnavailable(error), `${error?.message} ${error?.stack}`.includes('Confidential')]).toEqual([false, false])
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
})
