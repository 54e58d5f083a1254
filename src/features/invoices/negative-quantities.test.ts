import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

// Lines for what is returned or corrected, on an invoice that is still to be paid.

let app: TestApp
let ada: Person
let customerId: number
const rates: Record<string, number> = {}
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works', countryCode: 'DE', currency: 'EUR' })
  for (const [name, percent, category] of [
    ['standard', '19', 'S'],
    ['zero', '0', 'Z'],
  ] as const)
    rates[name] = (await app.call(ada, 'POST', '/api/tax-rates', { name, category, components: [{ name: 'VAT', percent }] })).id
  customerId = (await createRecords(app, ada).customer({ name: 'Acme' })).id
})
afterAll(() => app.close())

const line = (quantity: string, unitPrice: string, rate = 'standard', more: object = {}) => ({
  ...{ description: 'Work', quantity, unitPrice, taxRateId: rates[rate] },
  ...more,
})
/** As in a test invoice of XRechnung, 03.06a. */
const official = () => [line('1', '1000'), line('1', '100'), line('-1', '100', 'zero', { description: 'Bonus' }), line('1', '500')]
let count = 0
const create = (lineItems: object[], more: object = {}) =>
  app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `R-${++count}`, issueDate: '2026-01-05', dueDate: '2030-01-05', status: 'sent', lineItems },
    ...more,
  })
/** Debits less credits on the accrual basis. */
const sumAccount = async (account: number, id: number) =>
  (
    await app.sql<{ sum: string }>(
      `select coalesce(sum(case when debit_account = $1 then amount else -amount end), 0)::numeric(14,2)::text as sum
       from journal_lines where basis = 'accrual' and $1 in (debit_account, credit_account) and document_id = $2`,
      [account, id],
    )
  )[0]!.sum
const expectHealthy = async () => expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])

test('an official invoice with a bonus has its totals, on its PDF and its page, and in the books', async () => {
  const { status, body } = await create(official())
  expect([status, body.subtotal, body.taxAmount, body.total]).toEqual([201, '1500.00', '304.00', '1804.00'])
  expect(body.taxes).toMatchObject([
    { base: '1600.00', amount: '304.00' },
    { base: '-100.00', amount: '0.00' },
  ])
  const pdf = (await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${body.id}/pdf`)).bytes)).join('')
  expect(pdf).toMatch(/Bonus-1€100\.000%-€100\.00/)
  const page = await app.call(null, 'GET', `/api/public/invoice/${await getPublicId(app, body.id)}`)
  expect(page.lineItems[2]).toMatchObject({ quantity: '-1.00', unitPrice: '100.00', total: '-100.00' })
  await expectHealthy()
  expect([await sumAccount(1200, body.id), await sumAccount(4000, body.id)]).toEqual(['1804.00', '-1500.00'])
})

test('a negative line is edited, and credited with its sign', async () => {
  const { body } = await create([line('3', '20'), line('-2', '5')])
  const { id, version, lineItems, invoiceNumber, issueDate, dueDate } = body
  const typed = lineItems.map(({ total: _, discountAmount: __, discountPercent: ___, ...rest }: Record<string, unknown>) => rest)
  const changed = { version, customerId, invoiceNumber, issueDate, dueDate, lineItems: [typed[0], { ...typed[1], quantity: '-3' }] }
  const edited = await app.send(ada, 'PUT', `/api/invoices/${id}`, changed)
  expect([edited.status, edited.body.subtotal, edited.body.total]).toEqual([200, '45.00', '53.55'])
  const [sold, returned] = edited.body.lineItems
  const credit = (lines: object[]) => app.send(ada, 'POST', '/api/credit-notes', { invoiceId: id, issueDate: '2026-02-01', lines })
  // More than was asked for, and less than nothing.
  expect(readRefusal(await credit([{ lineId: sold.id, quantity: '3' }])).issues).toMatchObject([{ path: 'lines' }])
  expect(readRefusal(await credit([{ lineId: returned.id, quantity: '-1' }])).issues).toMatchObject([{ path: 'lines' }])
  const half = [
    { lineId: sold.id, quantity: '1' },
    { lineId: returned.id, quantity: '-1' },
  ]
  expect((await credit(half)).body.creditNote).toMatchObject({ subtotal: '15.00', total: '17.85' })
  const rest = await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: id, issueDate: '2026-02-01', amount: '35.70' })
  expect([rest.status, rest.body.creditNote.total]).toEqual([201, '35.70'])
  await expectHealthy()
  expect(await sumAccount(1200, id)).toBe('0.00')
})

test('a credit for an amount takes each rate back in proportion, also one below zero', async () => {
  const { body } = await create(official())
  const note = await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: body.id, issueDate: '2026-02-01', amount: '902.00' })
  expect(note.body.creditNote).toMatchObject({ total: '902.00', taxAmount: '152.00' })
  expect(note.body.creditNote.lineItems.map(({ quantity, total }: { quantity: string; total: string }) => [quantity, total])).toEqual([
    ['1.00', '952.00'],
    ['-1.00', '-50.00'],
  ])
  await expectHealthy()
})

test('a deposit is asked of the lines that come to something, and parts of an estimate are not', async () => {
  const records = createRecords(app, ada)
  const estimate = await records.estimate({ customerId, estimateNumber: 'E-1', status: 'sent', lineItems: official() })
  expect(estimate.total).toBe('1804.00')
  const parts = await app.send(ada, 'POST', `/api/estimates/${estimate.id}/progress`, { percent: '50' })
  expect([parts.status, parts.body.message]).toEqual([409, expect.stringMatching(/negative quantity.*Convert it as a whole/)])
  await app.call(ada, 'PUT', `/api/estimates/${estimate.id}/deposit`, { percent: '50' })
  expect((await app.call(null, 'GET', `/api/public/estimate/${await getPublicId(app, estimate.id)}`)).estimate?.deposit).toBe('952.00')
})

test.each([
  ['no quantity', () => [line('0', '5')], {}, 'lineItems.0.quantity', 'Quantity must be positive'],
  ['less than nothing', () => [line('1', '5'), line('-2', '5')], {}, 'lineItems', /come to less than 0\. Make a credit note/],
  ['a negative tax', () => [line('1', '500', 'zero'), line('-1', '100')], {}, 'lineItems', /tax comes to less than 0/],
  [
    'a discount on it',
    () => [line('9', '5'), line('-1', '5', 'standard', { discountPercent: '10' })],
    {},
    'lineItems.1.discountPercent',
    /negative quantity/,
  ],
  [
    'an amount off it',
    () => [line('9', '5'), line('-1', '5', 'standard', { discountAmount: '1' })],
    {},
    'lineItems.1.discountAmount',
    /negative quantity/,
  ],
  [
    'a negative charge',
    () => [line('9', '5'), line('-1', '5', 'standard', { kind: 'charge' })],
    {},
    'lineItems',
    /The charges come to less/,
  ],
  ['a discount that can’t be divided', official, { discountPercent: '10' }, 'lineItems', /can’t be divided/],
])('%s is refused at its field', async (_, lineItems, more, path, message) => {
  const reply = await create(lineItems(), more)
  expect(readRefusal(reply).issues).toEqual([{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }])
})
