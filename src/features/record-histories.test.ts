import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

type Change = { field: string; before: string | null; after: string | null }
type Event = { kind: string; changes: Change[] }
const read = async (path: string, who = ada) =>
  ((await app.call(who, 'GET', path as never)) as Event[]).map(({ kind, changes }) => [kind, changes])
const change = (field: string, before: string | null, after: string | null): Change => ({ field, before, after })

const customer = { name: 'Acme', email: 'pay@example.com', phone: '1', city: 'Oslo' }
const item = { name: 'Hour', unitPrice: '80', description: 'Work' }
const expense = { description: 'Taxi', amount: '9', category: 'Travel', expenseDate: '2026-01-05' }

describe.each([
  {
    kind: 'customers',
    made: customer,
    saved: { ...customer, name: 'Acme & Sons', phone: '', zipCode: '0150' },
    changes: [change('Name', 'Acme', 'Acme & Sons'), change('Phone', '1', null), change('ZIP Code', null, '0150')],
  },
  {
    kind: 'items',
    made: item,
    saved: { ...item, unitPrice: '1234.5', description: null },
    changes: [change('Description', 'Work', null), change('Unit Price', '$80.00', '$1,234.50')],
  },
  {
    kind: 'expenses',
    made: expense,
    saved: { ...expense, amount: '9.50', expenseDate: '2026-02-01', vendor: 'Cabs' },
    changes: [change('Amount', '$9.00', '$9.50'), change('Date', 'Jan 05, 2026', 'Feb 01, 2026'), change('Vendor', null, 'Cabs')],
  },
])('the history of $kind', ({ kind, made, saved, changes }) => {
  const path = `/api/${kind}` as '/api/customers'

  test('lists each change, newest first', async () => {
    const { id } = await app.call(ada, 'POST', path, made)
    const url = `${path}/${id}` as const
    await app.call(ada, 'PUT', url, saved)
    // A save without changes is not listed.
    await app.call(ada, 'PUT', url, saved)
    await app.call(ada, 'DELETE', url)
    await app.call(ada, 'POST', `${url}/restore`)
    await app.call(ada, 'POST', `${url}/restore`)
    expect(await read(`${url}/history`)).toEqual([
      ['restored', []],
      ['deleted', []],
      ['edited', changes],
      ['created', []],
    ])
    expect((await app.call(ada, 'GET', `${url}/history`)).map(({ by }) => by)).toEqual(Array(4).fill('ada Tester'))
  })

  test('begins with the import', async () => {
    const values = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, String(value)]))
    await app.call(ada, 'POST', `${path}/import`, { rows: [{ line: 2, values }], skipExisting: false })
    const rows = (await app.call(ada, 'GET', path)) as { id: number }[]
    expect(await read(`${path}/${Math.max(...rows.map(({ id }) => id))}/history`)).toEqual([['created', []]])
  })

  test('is refused to visitors and strangers, and for what is not a record', async () => {
    const { id } = await app.call(ada, 'POST', path, made)
    const getStatus = async (who: Person | null, id: unknown) => (await app.send(who, 'GET', `${path}/${id}/history`)).status
    expect([await getStatus(null, id), await getStatus(bob, id), await getStatus(ada, 999_999)]).toEqual([401, 404, 404])
    expect([await getStatus(ada, 'x'), await getStatus(ada, '-1'), await getStatus(ada, '1e99')]).toEqual([404, 404, 404])
    await app.call(ada, 'DELETE', `${path}/${id}`)
    expect(await getStatus(ada, id)).toBe(404)
  })
})

test('an expense’s customer and receipt are listed by name', async () => {
  const acme = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  const other = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  const { id } = await app.call(ada, 'POST', '/api/expenses', { ...expense, customerId: acme.id })
  await app.call(ada, 'PUT', `/api/expenses/${id}`, { ...expense, customerId: other.id })
  await app.call(ada, 'PUT', `/api/expenses/${id}`, { ...expense, customerId: '' })
  expect((await read(`/api/expenses/${id}/history`)).slice(0, 2)).toEqual([
    ['edited', [change('Customer', 'Acme', null)]],
    ['edited', [change('Customer', 'Acme', 'Acme')]],
  ])
})

test('the business profile’s history names its changes, and no secret', async () => {
  const path = '/api/business-profile/history'
  expect(await read(path)).toEqual([])
  const made = await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada Ltd' })
  const { publishableKey, secretKey } = deriveStripeKeys(`business ${ada.userId}`)
  const stripeKeys = { stripePublishableKey: publishableKey, stripeSecretKey: secretKey }
  await app.call(ada, 'PUT', `/api/business-profile/${made.id}`, { ...stripeKeys, businessName: 'Ada & Co', defaultTaxRate: '8.25' })
  await app.call(ada, 'PUT', `/api/business-profile/${made.id}`, { businessName: 'Ada & Co' })
  await app.call(ada, 'POST', `/api/business-profile/${made.id}/disconnect`, { provider: 'stripe' })
  const events = await read(path)
  expect(events).toEqual([
    ['edited', [change('Stripe publishable key', stripeKeys.stripePublishableKey, null), change('Stripe secret key', null, 'removed')]],
    [
      'edited',
      [
        change('Business Name', 'Ada Ltd', 'Ada & Co'),
        change('Tax Rate (%)', '0.0%', '8.25%'),
        change('Stripe publishable key', null, stripeKeys.stripePublishableKey),
        change('Stripe secret key', null, 'changed'),
      ],
    ],
    ['created', []],
  ])
  expect(JSON.stringify(events)).not.toContain(stripeKeys.stripeSecretKey)
  expect(await read(path, bob)).toEqual([])
  expect((await app.send(null, 'GET', path)).status).toBe(401)
})
