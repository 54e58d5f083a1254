import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let bob: Person
let acme: { id: number }
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  acme = await app.call(ada, 'POST', '/api/customers', { name: 'Acme Ltd', email: 'Billing@acme.example' })
  await app.send(ada, 'POST', '/api/customers', { name: 'Ünal' })
})
afterAll(() => app.close())
const ask = (body: object, who: Person | null = ada) => app.send(who, 'POST', '/api/customers/similar', body)

test('finds the user’s customers of the same email or name, ignoring case', async () => {
  const rows = [{ name: 'Other', email: 'billing@ACME.example' }, { name: 'ACME ltd' }, { name: 'ünal', email: '' }, { name: 'New' }]
  const reply = await ask({ rows })
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      total: 3,
      found: [
        { row: 0, by: 'email', customer: 'Acme Ltd' },
        { row: 1, by: 'name', customer: 'Acme Ltd' },
        { row: 2, by: 'name', customer: 'Ünal' },
      ],
    },
  ])
  expect((await ask({ rows }, bob)).body).toEqual({ total: 0, found: [] })
  expect((await ask({ rows }, null)).status).toBe(401)
})

test('a customer that is edited is not its own duplicate; a row that an import skips is none either', async () => {
  const same = [{ name: 'Acme Ltd', email: 'billing@acme.example' }]
  expect((await ask({ rows: same })).body.found).toHaveLength(2)
  expect((await ask({ rows: same, customerId: acme.id })).body).toEqual({ total: 0, found: [] })
  expect((await ask({ rows: same, customerId: acme.id }, bob)).status).toBe(404)
  expect((await ask({ rows: same, skipExisting: true })).body).toEqual({ total: 0, found: [] })
})

test.each([
  [{}, 'rows must be a list of 1 to 10,000 rows'],
  [{ rows: [] }, 'rows must be a list of 1 to 10,000 rows'],
  [{ rows: [{ name: 'A', userId: 1 }] }, 'Unknown field: userId'],
])('the input %j is refused', async (body, message) => {
  const reply = await ask(body)
  expect([reply.status, readRefusal(reply).message]).toEqual([400, expect.stringContaining(message)])
})

test('with 10,000 customers and as many rows the reply has the first hundred and the total', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ name: `Customer ${i}`, email: `c${i}@example.com` }))
  const imported = { rows: rows.map((values, i) => ({ line: i + 2, values })) }
  expect((await app.send(bob, 'POST', '/api/customers/import', imported)).status).toBe(200)
  const { body } = await ask({ rows: rows.map(({ email }, i) => ({ name: `Other ${i}`, email: email.toUpperCase() })) }, bob)
  expect([body.total, body.found.length, body.found[0]]).toEqual([10_000, 100, { row: 0, by: 'email', customer: 'Customer 0' }])
})
