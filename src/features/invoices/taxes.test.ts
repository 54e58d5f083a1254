import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Invoices with tax rates on their lines, discounts, charges and prices with tax: what is replied, stored, edited and refused.

let app: TestApp
let ada: Person
let customerId: number
let standard: number
let reduced: number
let count = 0
const addRate = async (who: Person, name: string, components: object[]) =>
  (await app.send(who, 'POST', '/api/tax-rates', { name, components })).body.id as number

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body.id
  standard = await addRate(ada, 'VAT 19%', [{ name: 'VAT', percent: '19', isCompound: false }])
  reduced = await addRate(ada, 'VAT 7%', [{ name: 'VAT', percent: '7', isCompound: false }])
})
afterAll(() => app.close())

const line = (quantity: string, unitPrice: string, more: object = {}) => ({ description: 'Work', quantity, unitPrice, ...more })
const body = (lineItems: object[], more: object = {}) => ({
  ...{ customerId, invoiceNumber: `T-${++count}`, issueDate: '2026-01-05', dueDate: '2026-02-04', lineItems },
  ...more,
})
const create = async (lineItems: object[], more: object = {}) => {
  const reply = await app.send(ada, 'POST', '/api/invoices', body(lineItems, more))
  expect([reply.status, reply.body.message]).toEqual([201, undefined])
  return reply.body
}
const mixed = () => [
  line('3', '19.99', { taxRateId: standard }),
  line('2', '7.50', { taxRateId: reduced, unitCode: 'HUR' }),
  line('1', '4.90', { kind: 'charge', description: 'Shipping', taxRateId: standard }),
]

test('two rates, a discount of 10% and shipping come to 84.51, in the reply, in the database and when read again', async () => {
  const made = await create(mixed(), { discountPercent: '10', total: '84.51', taxAmount: '12.14' })
  expect(made).toMatchObject({
    ...{ subtotal: '74.97', discountPercent: '10', discountAmount: '7.50', chargeAmount: '4.90', netAmount: '72.37' },
    ...{ taxRate: null, taxAmount: '12.14', taxIsCustom: false, rounding: '0.00', total: '84.51' },
    taxes: [
      { taxRateId: standard, name: 'VAT', percent: '19', base: '58.87', amount: '11.19' },
      { taxRateId: reduced, name: 'VAT', percent: '7', base: '13.50', amount: '0.95' },
    ],
    lineItems: [
      { kind: 'item', taxRateId: standard, total: '59.97' },
      { kind: 'item', taxRateId: reduced, unitCode: 'HUR', total: '15.00' },
      { kind: 'charge', taxRateId: standard, total: '4.90' },
    ],
  })
  const { emailedTo: _, ...reply } = made
  expect((await app.send(ada, 'GET', `/api/invoices/${made.id}`)).body).toEqual(reply)
  const list = await app.send(ada, 'GET', '/api/invoices')
  expect(list.body.find(({ id }: { id: number }) => id === made.id)).toEqual(reply)
  const stored = await app.sql('select document_discount::text, net::text from document_lines where document_id = $1 order by position', [
    made.id,
  ])
  expect(stored).toEqual([
    { document_discount: '6.00', net: '59.97' },
    { document_discount: '1.50', net: '15.00' },
    { document_discount: '0.00', net: '4.90' },
  ])
})

test('the reply of a creation is what is read later, also for the rate of the whole document', async () => {
  const { emailedTo: _, ...made } = await create([line('1', '10')], { taxRate: '10' })
  expect(made).toMatchObject({ taxRate: '10.00', taxes: [{ taxRateId: null, name: null, percent: '10', base: '10.00', amount: '1.00' }] })
  expect((await app.send(ada, 'GET', `/api/invoices/${made.id}`)).body).toEqual(made)
})

test('the PDF says why no tax is charged, below the tax', async () => {
  const reason = 'Exempt under section 4 no. 21 of the VAT act.'
  const rate = { name: 'Exempt', category: 'E', exemptionReason: reason, components: [{ name: 'VAT', percent: '0' }] }
  const { id: exempt } = (await app.send(ada, 'POST', '/api/tax-rates', rate)).body
  const made = await create([line('1', '10', { taxRateId: standard }), line('2', '50', { taxRateId: exempt })])
  const [text] = await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${made.id}/pdf`)).bytes)
  expect(text).toContain(`VAT(0.0%)on$100.00${reason.replaceAll(' ', '')}$0.00`)
})

test('prices with tax keep the promised total, and say what could not be divided', async () => {
  const made = await create(
    [line('1', '500', { taxRateId: await addRate(ada, 'GST', [{ name: 'GST', percent: '10', isCompound: false }]) })],
    {
      pricesIncludeTax: true,
    },
  )
  expect(made).toMatchObject({ pricesIncludeTax: true, netAmount: '454.55', taxAmount: '45.46', rounding: '-0.01', total: '500.00' })
})

test('a rate of two components, one of them compound, is charged and listed by component', async () => {
  const rate = await addRate(ada, 'Old Quebec', [
    { name: 'GST', percent: '5', isCompound: false },
    { name: 'QST', percent: '9.5', isCompound: true },
  ])
  const made = await create([line('1', '3.06', { taxRateId: rate }), line('1', '10')])
  expect(made.taxes).toMatchObject([
    { name: 'GST', percent: '5', base: '3.06', amount: '0.15' },
    { name: 'QST', percent: '9.5', isCompound: true, base: '3.21', amount: '0.30' },
  ])
  expect(made).toMatchObject({ netAmount: '13.06', total: '13.51' })
})

test('quantities and prices have up to six decimals, and lines their own discount', async () => {
  const made = await create([line('0.125', '0.333333', { discountAmount: '0.01' }), line('1', '10', { discountPercent: '12.5' })])
  expect(made.lineItems).toMatchObject([
    { quantity: '0.125', unitPrice: '0.333333', discountPercent: null, discountAmount: '0.01', total: '0.03' },
    { quantity: '1.00', unitPrice: '10.00', discountPercent: '12.5', discountAmount: '1.25', total: '8.75' },
  ])
})

test('an edit that names no rates, discounts and units keeps them; one that removes them changes the totals', async () => {
  const made = await create(mixed(), { discountPercent: '10', deliveryDate: '2026-01-04' })
  const path = `/api/invoices/${made.id}`
  const words = { customerId, invoiceNumber: made.invoiceNumber, issueDate: '2026-01-05', dueDate: '2026-02-04' }
  const bare = made.lineItems.map(({ id, description, quantity, unitPrice }: Record<string, unknown>) => ({
    id,
    description,
    quantity,
    unitPrice,
  }))
  const same = await app.send(ada, 'PUT', path, { ...words, lineItems: bare })
  expect([same.status, same.body]).toEqual([200, expect.objectContaining({ version: made.version, total: '84.51' })])
  const edited = await app.send(ada, 'PUT', path, { ...words, lineItems: [{ ...bare[0], quantity: '6' }, bare[1], bare[2]], notes: 'More' })
  expect(edited.body).toMatchObject({ subtotal: '134.94', discountPercent: '10', discountAmount: '13.49', deliveryDate: '2026-01-04' })
  const listIds = (of: { lineItems: { id: number }[] }) => of.lineItems.map(({ id }) => id).slice(1)
  expect(listIds(edited.body)).toEqual(listIds(made))
  const history = await app.send(ada, 'GET', `${path}/history`)
  expect(history.body.events[0].changes).toContainEqual({ field: 'Line 1', before: 'Work, 3 × $19.99', after: 'Work, 6 × $19.99' })
  const plain = bare.slice(0, 2).map((each: object) => ({ ...each, taxRateId: null }))
  const removed = await app.send(ada, 'PUT', path, {
    ...words,
    lineItems: plain,
    discountPercent: null,
    discountAmount: null,
    taxRate: '8.25',
  })
  expect(removed.body).toMatchObject({ subtotal: '74.97', discountAmount: '0.00', chargeAmount: '0.00', taxRate: '8.25', total: '81.16' })
})

test('the public page shows the taxes without row ids', async () => {
  const made = await create(mixed(), { status: 'sent' })
  const [link] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.id])
  const { invoice, lineItems } = (await app.send(null, 'GET', `/api/public/invoice/${link!.public_id}`)).body
  expect(invoice.taxes).toHaveLength(2)
  expect(JSON.stringify([invoice.taxes, lineItems])).not.toContain('taxRateId')
})

test.each<[string, () => object, string, string]>([
  [
    'a discount above the items',
    () => body([line('1', '10')], { discountAmount: '10.01' }),
    'discountAmount',
    'The discount must be at most $10.00, the sum of the items',
  ],
  [
    'a line discount above the line',
    () => body([line('1', '10', { discountAmount: '10.01' })]),
    'lineItems.0.discountAmount',
    'Line 1: the discount must be at most $10.00',
  ],
  [
    'two discounts at once',
    () => body([line('1', '10')], { discountAmount: '1', discountPercent: '1' }),
    'discountAmount',
    'Enter the discount as a percentage or as an amount, not both',
  ],
  [
    'a discount above 100%',
    () => body([line('1', '10')], { discountPercent: '100.1' }),
    'discountPercent',
    'Discount must be from 0 to 100',
  ],
  [
    'a document rate beside rates of lines',
    () => body(mixed(), { taxRate: '5' }),
    'taxRate',
    'The tax rate must be 0 when lines name their tax rates',
  ],
  [
    'a tax that the rates do not give',
    () => body(mixed(), { taxAmount: '1.00' }),
    'taxAmount',
    'The tax amount is 1.00, but the lines come to 13.38',
  ],
  [
    'an unknown unit',
    () => body([line('1', '10', { unitCode: 'XYZ' })]),
    'lineItems.0.unitCode',
    'Unit must be one of the listed codes, like HUR for hours',
  ],
  ['a deposit', () => body([line('1', '10', { kind: 'deposit' })]), 'lineItems.0.kind', 'Kind must be one of item, charge'],
])('%s is refused at its field, and nothing is stored', async (_, input, path, message) => {
  const before = await app.sql('select count(*) from documents')
  const reply = await app.send(ada, 'POST', '/api/invoices', input())
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path, message }]])
  expect(await app.sql('select count(*) from documents')).toEqual(before)
})

test('a draft with a reverse charge or an archived rate is saved; sending it says what is missing, at its field', async () => {
  const reverse = await app.send(ada, 'POST', '/api/tax-rates', {
    ...{ name: 'Reverse', category: 'AE', exemptionReason: 'Reverse charge' },
    components: [{ name: 'VAT', percent: '0', isCompound: false }],
  })
  const old = await addRate(ada, 'Old', [{ name: 'VAT', percent: '16', isCompound: false }])
  const draft = await create([line('1', '10', { taxRateId: reverse.body.id })])
  const withOld = await create([line('1', '10', { taxRateId: old })])
  await app.send(ada, 'POST', `/api/tax-rates/${old}/archive`)
  const send = async (id: number) => {
    const reply = await app.send(ada, 'POST', `/api/invoices/${id}/send-email`)
    return [reply.status, reply.body.issues ?? reply.body.message]
  }
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', email: 'acme@example.com' })
  const path = 'lineItems.0.taxRateId'
  expect(await send(draft.id)).toEqual([
    400,
    [
      { path, message: 'Reverse charge: add your VAT ID to the business profile.' },
      { path, message: "Reverse charge: add the customer's VAT ID or registration number to the customer." },
    ],
  ])
  expect(await send(withOld.id)).toEqual([
    400,
    [{ path, message: 'The tax rate Old is archived. Choose another one, or restore it first.' }],
  ])
  expect((await app.send(ada, 'GET', `/api/invoices/${draft.id}`)).body.status).toBe('draft')
  const sent = await app.send(ada, 'POST', '/api/invoices', body([line('1', '10', { taxRateId: reverse.body.id })], { status: 'sent' }))
  expect([sent.status, sent.body.issues[0].path]).toEqual([400, path])
})

test('a rate of another account does not exist', async () => {
  const bob = await app.person('bob')
  const theirs = await addRate(bob, 'Theirs', [{ name: 'VAT', percent: '19', isCompound: false }])
  const reply = await app.send(ada, 'POST', '/api/invoices', body([line('1', '10', { taxRateId: theirs })]))
  expect([reply.status, reply.body.message]).toEqual([404, "Line 1: this tax rate doesn't exist any more. Choose another one."])
})

test('an estimate with rates and a discount becomes an invoice with the same totals', async () => {
  const {
    invoiceNumber: _,
    dueDate: __,
    ...rest
  } = body(mixed(), { discountPercent: '10', expiryDate: '2030-01-01' }) as Record<string, unknown>
  const estimate = await app.send(ada, 'POST', '/api/estimates', { ...rest, estimateNumber: 'E-1' })
  const invoice = await app.send(ada, 'POST', `/api/estimates/${estimate.body.id}/convert`)
  expect([estimate.body.total, invoice.body.total, invoice.body.taxes]).toEqual(['84.51', '84.51', estimate.body.taxes])
})
