import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { type Method, readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'

// What taxes need of customers, items and the business: VAT ids, countries, units and rates.

let app: TestApp
let ada: Person
let rate: { id: number }
let archived: { id: number }
let strangers: { id: number }
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  const create = (owner: Person, name: string) =>
    app.call(owner, 'POST', '/api/tax-rates', { name, components: [{ name: 'VAT', percent: '19' }] })
  rate = await create(ada, 'VAT 19%')
  archived = await create(ada, 'Before')
  strangers = await create(await app.person('bob'), 'Theirs')
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Engines' })
})
afterAll(() => app.close())

const refuse = async (method: Method, url: string, body: unknown) => {
  const reply = await app.send(ada, method, url, body)
  const { message, issues } = readRefusal(reply) as { message: string; issues: { path: string }[] }
  return [reply.status, message, issues[0]!.path]
}
const profileUrl = async () => `/api/business-profile/${(await app.call(ada, 'GET', '/api/business-profile'))!.id}` as const

test('a customer has a VAT id, a country, a registration id and a tax rate, listed in the history by their names', async () => {
  const details = { vatId: 'de 136 695 976', countryCode: 'DE', registrationId: 'HRB 1234', taxRateId: rate.id }
  const made = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', ...details, countryCode: 'de' })
  expect(made).toMatchObject(details)
  const url = `/api/customers/${made.id}` as const
  // Fields that a request leaves out stay.
  expect(await app.call(ada, 'PUT', url, { name: 'Acme' })).toMatchObject(details)
  const none = { vatId: null, countryCode: null, registrationId: null, taxRateId: null }
  expect(await app.call(ada, 'PUT', url, { name: 'Acme', vatId: '', countryCode: '', registrationId: '', taxRateId: '' })).toMatchObject(
    none,
  )
  const [{ changes } = { changes: [] }] = await app.call(ada, 'GET', `${url}/history`)
  expect(changes.map(({ field, before }) => [field, before])).toEqual([
    ['Country Code', 'DE'],
    ['VAT ID', 'de 136 695 976'],
    ['Registration ID', 'HRB 1234'],
    ['Tax Rate', 'VAT 19%'],
  ])
})

test.each([
  [{ vatId: 'DE136695977' }, 'vatId', "This VAT ID's check digit is wrong. Check it for typos."],
  [{ vatId: '13669597', countryCode: 'DE' }, 'vatId', 'This VAT ID has the wrong format. It should look like DE136695976.'],
  [{ countryCode: 'UK' }, 'countryCode', 'Country code must be two letters of ISO 3166, like DE'],
])('a customer and a profile with %j are refused at %s: %s', async (fields, path, message) => {
  expect(await refuse('POST', '/api/customers', { name: 'Acme', ...fields })).toEqual([400, message, path])
  expect(await refuse('PUT', await profileUrl(), { businessName: 'Engines', ...fields })).toEqual([400, message, path])
})

test('a record names an active rate of its owner; one that is archived later may stay', async () => {
  const gone = 'This tax rate does not exist any more. Choose another one.'
  const isArchived = 'This tax rate is archived. Choose another one, or restore it first.'
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 1, taxRateId: archived.id })
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', taxRateId: archived.id })
  const profile = await profileUrl()
  await app.call(ada, 'PUT', profile, { businessName: 'Engines', defaultTaxRateId: archived.id })
  await app.call(ada, 'POST', `/api/tax-rates/${archived.id}/archive`)
  const records = [
    ['/api/items', 'taxRateId', { name: 'Hour', unitPrice: 1 }, `/api/items/${item.id}`],
    ['/api/customers', 'taxRateId', { name: 'Acme' }, `/api/customers/${customer.id}`],
    [null, 'defaultTaxRateId', { businessName: 'Engines' }, profile],
  ] as const
  for (const [list, path, body, url] of records) {
    expect((await app.send(ada, 'PUT', url, { ...body, [path]: archived.id })).status).toBe(200)
    for (const id of [strangers.id, 999_999]) {
      if (list) expect(await refuse('POST', list, { ...body, [path]: id })).toEqual([404, gone, path])
      expect(await refuse('PUT', url, { ...body, [path]: id })).toEqual([404, gone, path])
    }
    if (list) expect(await refuse('POST', list, { ...body, [path]: archived.id })).toEqual([400, isArchived, path])
    expect((await app.send(ada, 'PUT', url, { ...body, [path]: rate.id })).status).toBe(200)
    expect(await refuse('PUT', url, { ...body, [path]: archived.id })).toEqual([400, isArchived, path])
  }
})

test('an item has a unit and a price of up to six decimals; a price with two is answered as before', async () => {
  const create = (fields: object) => app.call(ada, 'POST', '/api/items', { name: 'Screw', unitPrice: '12.3', ...fields })
  expect(await create({})).toMatchObject({ unitPrice: '12.30', unitCode: 'C62', taxRateId: null })
  const screw = await create({ unitPrice: '0.012345', unitCode: 'H87' })
  expect(screw).toMatchObject({ unitPrice: '0.012345', unitCode: 'H87' })
  expect((await app.call(ada, 'PUT', `/api/items/${screw.id}`, { name: 'Screw', unitPrice: '0.5000' })).unitPrice).toBe('0.50')
  expect((await app.call(ada, 'PUT', `/api/items/${screw.id}`, { name: 'Screw', unitPrice: '0.0125' })).unitCode).toBe('H87')
  const [{ changes } = { changes: [] }] = await app.call(ada, 'GET', `/api/items/${screw.id}/history`)
  expect(changes).toEqual([{ field: 'Unit Price', before: '$0.50', after: '$0.0125' }])
  expect((await app.call(ada, 'GET', '/api/search?q=Screw')).hits.map(({ amount }) => amount)).toContain('0.0125')
})

test('the profile has a VAT id, a country, a default rate and a price mode, with its changes in the history', async () => {
  const url = await profileUrl()
  const details = { vatId: 'ATU13585627', countryCode: 'AT', defaultTaxRateId: rate.id, pricesIncludeTax: true }
  await app.call(ada, 'PUT', url, { businessName: 'Engines', defaultTaxRateId: null })
  expect(await app.call(ada, 'PUT', url, { businessName: 'Engines', ...details })).toMatchObject(details)
  expect(await app.call(ada, 'PUT', url, { businessName: 'Engines' })).toMatchObject(details)
  const [{ changes } = { changes: [] }] = await app.call(ada, 'GET', '/api/business-profile/history')
  expect(changes.map(({ field, after }) => [field, after])).toEqual([
    ['VAT ID', 'ATU13585627'],
    ['Tax Country', 'AT'],
    ['Default Rate', 'VAT 19%'],
    ['Prices Include Tax', 'Yes'],
  ])
})

test('documents carry the VAT ids of both parties, as they were when they were sent', async () => {
  const records = createRecords(app, ada)
  const { id: customerId } = await records.customer({ vatId: 'FR40303265045' })
  const { id } = await records.invoice({ customerId, status: 'sent' })
  await app.call(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', vatId: '' })
  const [row] = await app.sql<Record<'customer' | 'business', string>>(
    "select customer_snapshot ->> 'vatId' as customer, business_snapshot ->> 'vatId' as business from documents where id = $1",
    [id],
  )
  expect(row).toEqual({ customer: 'FR40303265045', business: 'ATU13585627' })
})

test('lists are exported with the new columns and imported with them, tax rates by name', async () => {
  const carl = await app.person('carl')
  const { id: taxRateId } = await app.call(carl, 'POST', '/api/tax-rates', { name: 'MwSt', components: [{ name: 'VAT', percent: '19' }] })
  const rows = (values: Record<string, string>) => ({ rows: [{ line: 2, values }] })
  await app.call(
    carl,
    'POST',
    '/api/customers/import',
    rows({ name: 'Acme', countryCode: 'de', vatId: 'DE136695976', registrationId: 'HRB 1', taxRate: 'mwst', language: 'de' }),
  )
  await app.call(carl, 'POST', '/api/items/import', rows({ name: 'Screw', unitPrice: '0.0125', unitCode: 'H87', taxRate: 'MWST' }))
  await app.call(carl, 'POST', '/api/items/import', rows({ name: 'Hour', unitPrice: '80' }))
  expect(await app.call(carl, 'GET', '/api/customers')).toMatchObject([{ countryCode: 'DE', vatId: 'DE136695976', taxRateId }])
  expect(await app.call(carl, 'GET', '/api/items')).toMatchObject([
    { name: 'Hour', unitPrice: '80.00', unitCode: 'C62', taxRateId: null },
    { name: 'Screw', unitPrice: '0.0125', unitCode: 'H87', taxRateId },
  ])
  const readCsv = async (url: string) => (await app.send(carl, 'GET', url)).bytes.toString().split('\r\n')
  expect((await readCsv('/api/customers/export'))[1]).toBe('Acme,,,,,,,,,,,DE,DE136695976,HRB 1,MwSt,,de,,,,,,')
  expect((await readCsv('/api/items/export')).slice(1, 3)).toEqual(['Hour,,80.00,C62,,', 'Screw,,0.0125,H87,MwSt,'])
  const refused = await app.send(carl, 'POST', '/api/items/import', rows({ name: 'Nut', unitPrice: '1', taxRate: 'USt' }))
  expect(refused).toMatchObject({
    status: 400,
    body: { issues: [{ line: 2, column: 'Tax rate', message: 'There is no tax rate called "USt". Add it first' }] },
  })
  await app.call(carl, 'POST', `/api/tax-rates/${taxRateId}/archive`, {})
  const archived = await app.send(carl, 'POST', '/api/customers/import', rows({ name: 'Best', taxRate: 'MwSt' }))
  expect(archived.body.issues).toMatchObject([
    { line: 2, column: 'Tax rate', message: 'The tax rate "MwSt" is archived. Restore it first, or use another one' },
  ])
})

test('a unit that is none and a VAT id with a wrong check digit refuse the row, by line and column', async () => {
  const dora = await app.person('dora')
  const send = (kind: string, values: Record<string, string>) =>
    app.send(dora, 'POST', `/api/${kind}/import`, { rows: [{ line: 7, values }] })
  expect((await send('items', { name: 'Screw', unitPrice: '1', unitCode: 'furlong' })).body.issues).toEqual([
    { path: 'rows.0.unitCode', line: 7, column: 'Unit', message: 'Unit must be one of the list, such as HUR for hours' },
  ])
  expect((await send('customers', { name: 'Acme', vatId: 'DE136695977', countryCode: 'XQ' })).body.issues).toEqual(
    expect.arrayContaining([
      { path: 'rows.0.vatId', line: 7, column: 'VAT ID', message: expect.stringContaining('VAT ID') },
      { path: 'rows.0.countryCode', line: 7, column: 'Country code', message: expect.stringContaining('Country') },
    ]),
  )
  expect([await app.call(dora, 'GET', '/api/items'), await app.call(dora, 'GET', '/api/customers')]).toEqual([[], []])
})
