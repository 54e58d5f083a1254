import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const open = async (currency: string) => {
  const owner = await app.person(`owner-${currency}`)
  await app.call(owner, 'POST', '/api/business-profile', { businessName: 'Works', currency })
  const records = createRecords(app, owner)
  const { id: customerId } = await records.customer({ name: 'Acme' })
  const invoice = (unitPrice: string, more: object = {}) =>
    records.invoice({ customerId, status: 'sent', lineItems: [{ description: 'Work', quantity: '1', unitPrice }], ...more })
  const refused = async (url: string, body: object) => readRefusal(await app.send(owner, 'POST', url, body)).issues
  return { owner, records, customerId, invoice, refused }
}

test.each([
  ['IDR', '150000000.00', /IDR150,000,000\.00/],
  ['VND', '100000000.00', /₫100,000,000/],
  ['IRR', '4200000000000.00', /IRR4,200,000,000,000\.00/],
])('a business in %s sends and is paid %s', async (currency, amount, printed) => {
  const { owner, invoice } = await open(currency)
  const { id, total } = await invoice(amount)
  expect(total).toBe(amount)
  expect((await readPageTexts((await app.send(owner, 'GET', `/api/invoices/${id}/pdf`)).bytes)).join('')).toMatch(printed)
  await app.call(owner, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-06', paymentMethod: 'Bank transfer' })
  expect(await app.call(owner, 'GET', `/api/invoices/${id}`)).toMatchObject({ status: 'paid', balanceDue: '0.00' })
})

test('an invoice of the largest amount that was paid twice is still listed', async () => {
  const { owner, invoice } = await open('LBP')
  const most = '4499999999999.99'
  const { id } = await invoice(most)
  await app.sql(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
     select $1, $2, $3, '2026-01-06', 'card', 'stripe', 'succeeded' from generate_series(1, 2)`,
    [owner.userId, id, most],
  )
  expect((await app.call(owner, 'GET', '/api/invoices'))[0]).toMatchObject({ amountPaid: '8999999999999.98', balanceDue: '0.00' })
})

test('a large amount of another currency is worth what it is at home', async () => {
  const { owner, invoice } = await open('SYP')
  await invoice('99999999.99', { currency: 'USD', exchangeRate: '13000' })
  const [stored] = await app.sql('select home_total::text from documents where user_id = $1', [owner.userId])
  expect(stored).toEqual({ home_total: '1299999999870.00' })
})

test('each place refuses what the currency of the business is too small for', async () => {
  const { owner, customerId, refused } = await open('USD')
  const much = '100000000.00'
  const document = { customerId, invoiceNumber: 'A-1', issueDate: '2026-01-05', dueDate: '2026-02-05' }
  const line = { description: 'Work', quantity: '1', unitPrice: much }
  const price = { path: 'lineItems.0.unitPrice', message: 'Unit price must be at most 99,999,999.99' }
  expect(await refused('/api/invoices', { ...document, lineItems: [line] })).toEqual([price])
  const itemPrice = { path: 'unitPrice', message: 'Unit price must be at most 99,999,999.99' }
  expect(await refused('/api/items', { name: 'Work', unitPrice: much })).toEqual([itemPrice])
  const rows = [{ line: 2, values: { name: 'Work', unitPrice: much } }]
  expect(await refused('/api/items/import', { skipExisting: false, rows })).toMatchObject([
    { ...itemPrice, path: 'rows.0.unitPrice', line: 2 },
  ])
  expect(await app.sql('select 1 from items where user_id = $1', [owner.userId])).toEqual([])
})
