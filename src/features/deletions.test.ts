import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Deletion rules that customers, items and expenses share.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  ada = await app.person('ada')
})
afterAll(() => app.close())

test('a deleted record is purged a month later, without further deletions by its user', async () => {
  const remove = async (name: string) => {
    const { id } = await app.call(ada, 'POST', '/api/customers', { name })
    expect((await app.send(ada, 'DELETE', `/api/customers/${id}`)).status).toBe(204)
    return id as number
  }
  const [old, young] = [await remove('Old'), await remove('Young')]
  const jobs = await app.sql<{ id: string; days: string }>(
    "select id, round(extract(epoch from run_at - now()) / 86400)::text as days from graphile_worker._private_jobs where (payload ->> 'userId')::int = $1",
    [ada.userId],
  )
  // One purge job covers all deletions of the user.
  expect(jobs.map(({ days }) => days)).toEqual(['31'])
  await app.sql("update deleted_records set deleted_at = now() - interval '31 days' where id = $1", [old])
  await app.sql('update graphile_worker._private_jobs set run_at = now() where id = $1', [jobs[0]!.id])
  await expect.poll(() => app.sql('select id::int from deleted_records'), { timeout: 60_000 }).toEqual([{ id: young }])
  expect((await app.send(ada, 'POST', `/api/customers/${old}/restore`)).status).toBe(404)
  expect((await app.call(ada, 'POST', `/api/customers/${young}/restore`)).name).toBe('Young')
})
