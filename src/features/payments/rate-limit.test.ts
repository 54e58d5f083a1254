import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('visitors are rate limited on public paths; an owner who marks hundreds of invoices as paid is not', async () => {
  const ada = await app.person('ada')
  const status = async (who: typeof ada | null) => (await app.send(who, 'POST', '/api/invoices/2147483647/mark-paid', {})).status
  for (let i = 0; i < 5; i++) expect(await status(ada)).toBe(404)
  expect(await app.sql('select key from rate_counts')).toEqual([])
  expect(await status(null)).toBe(401)
  // The loopback address has ten times the limit.
  expect(await app.sql("update rate_counts set count = 2399 where key like 'requests address:%' returning count")).toEqual([
    { count: 2399 },
  ])
  expect([await status(null), await status(null)]).toEqual([401, 429])
  expect(await status(ada)).toBe(404)
})
