import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { addTaxedBusiness, taxedBusinesses } from './taxed-businesses.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each(Object.entries(taxedBusinesses))(
  'the invoices of a business in %s come to the amounts of its tax law',
  async (name, business) => {
    const owner = await app.person(name)
    const made = await addTaxedBusiness(async (method, path, body) => {
      const reply = await app.send(owner, method, path, body)
      expect([path, reply.status, reply.body.message]).toEqual([path, reply.status < 300 ? reply.status : 201, undefined])
      return reply.body
    }, business)
    for (const [i, { totals, taxes }] of business.invoices.entries()) {
      expect(made[i]).toMatchObject({ ...totals, status: 'sent' })
      expect(made[i].taxes.map(({ name, base, amount }: Record<string, string>) => [name, base, amount])).toEqual(taxes)
    }
    expect((await app.call(owner, 'GET', '/api/books/health')).findings).toEqual([])
  },
)
