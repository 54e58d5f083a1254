import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('strangers are slowed down on public addresses; an owner who marks hundreds of invoices as paid is not', {
  timeout: 60_000,
}, async () => {
  const ada = await app.person('ada')
  const statuses = async (who: typeof ada | null) => {
    const seen: number[] = []
    for (let i = 0; i < 250; i++) seen.push((await app.send(who, 'POST', '/api/invoices/2147483647/mark-paid', {})).status)
    return new Set(seen)
  }
  expect(await statuses(ada)).toEqual(new Set([404]))
  expect(await statuses(null)).toEqual(new Set([401, 429]))
})
