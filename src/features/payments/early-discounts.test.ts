import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let customerId: number
let vat: number
let reduced: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-11-20T12:00:00Z'))
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
  const rate = async (name: string, percent: string) =>
    (await app.call(ada, 'POST', '/api/tax-rates', { name, components: [{ name: 'VAT', percent }] })).id
  vat = await rate('VAT 19%', '19')
  reduced = await rate('VAT 7%', '7')
})

type Lines = readonly (readonly [price: string, rate: number | null])[]
const invoice = async (lines: Lines, over: object = {}): Promise<number> => {
  const dates = { issueDate: '2026-11-02', dueDate: '2026-12-02', earlyDiscountPercent: '2', earlyDiscountDays: 10 }
  const lineItems = lines.map(([unitPrice, taxRateId]) => ({ description: 'Work', quantity: 1, unitPrice, taxRateId }))
  const { id } = await app.call(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: 'x', drawNumber: true, status: 'sent', ...dates, lineItems },
    ...over,
  })
  return id
}
const usual = () => invoice([['1000.00', vat]])
const pay = (id: number, amount: string, over: object = {}) =>
  app.send(ada, 'POST', `/api/invoices/${id}/payments`, {
    ...{ amount, paymentDate: '2026-11-12', paymentMethod: 'Bank transfer', earlyPaymentDiscount: true },
    ...over,
  })
const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)
const notes = async (id: number) => (await app.call(ada, 'GET', `/api/invoices/${id}/history`)).creditNotes
const refusal = async (reply: ReturnType<typeof pay>) => {
  const { status, body } = await reply
  return [status, body.issues?.[0]?.path]
}
const balances = async (basis: string) => {
  const { accounts } = await app.call(ada, 'GET', `/api/books/balances?day=2026-12-31&basis=${basis}`)
  return Object.fromEntries(
    accounts
      .map(({ number, debit, credit }) => [number, Number(debit ?? 0) - Number(credit ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}
const expectHealthy = async () => expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])

test('1,190.00 less 2% is paid by 1,166.20 in time: 20.00 and 3.80 of VAT are credited, on both bases', async () => {
  const id = await usual()
  const { status, body } = await pay(id, '1166.20')
  expect([status, body]).toEqual([201, expect.objectContaining({ amountPaid: '1166.20', balanceDue: '0.00' })])
  expect(await read(id)).toMatchObject({ status: 'paid', balanceDue: '0.00', amountPaid: '1166.20', amountCredited: '23.80' })
  expect(await notes(id)).toEqual([
    expect.objectContaining({
      ...{ id: body.creditNoteId, issueDate: '2026-11-12', netAmount: '20.00', taxAmount: '3.80', total: '23.80' },
      notes: 'Discount for early payment',
    }),
  ])
  for (const basis of ['accrual', 'cash']) {
    const kept = await balances(basis)
    expect([kept[1000], Object.values(kept).sort((a, b) => a - b)], basis).toEqual([1166.2, [-980, -186.2, 1166.2]])
  }
  await expectHealthy()
})

test('nothing is credited unless it is asked for, in time, and of the exact amount', async () => {
  const id = await usual()
  expect(await refusal(pay(id, '1166.20', { paymentDate: '2026-11-13' }))).toEqual([400, 'earlyPaymentDiscount'])
  expect(await refusal(pay(id, '1166.21'))).toEqual([400, 'amount'])
  expect(await refusal(pay(await invoice([['9.00', vat]], { earlyDiscountPercent: null, earlyDiscountDays: null }), '9.00'))).toEqual([
    400,
    'earlyPaymentDiscount',
  ])
  expect((await pay(id, '1166.20', { earlyPaymentDiscount: undefined })).body).toMatchObject({ balanceDue: '23.80', creditNoteId: null })
  expect(await notes(id)).toEqual([])
  // A part that came late takes the discount of all.
  const parts = await usual()
  await pay(parts, '500.00', { earlyPaymentDiscount: false, paymentDate: '2026-11-14' })
  expect(await refusal(pay(parts, '666.20'))).toEqual([400, 'earlyPaymentDiscount'])
  const early = await usual()
  await pay(early, '500.00', { earlyPaymentDiscount: false, paymentDate: '2026-11-03' })
  expect((await pay(early, '666.20')).body).toMatchObject({ balanceDue: '0.00' })
  await expectHealthy()
})

test('undoing the payment voids its credit note, and another status is refused until then', async () => {
  const id = await usual()
  const { payment } = (await pay(id, '1166.20')).body
  const { lineItems, ...paid } = await read(id)
  const { invoiceNumber, issueDate, dueDate } = paid
  const reopened = await app.send(ada, 'PUT', `/api/invoices/${id}`, {
    ...{ customerId, invoiceNumber, issueDate, dueDate, status: 'sent' },
    lineItems: lineItems.map(({ id, description, quantity, unitPrice }) => ({ id, description, quantity, unitPrice })),
  })
  expect([reopened.status, reopened.body.message]).toEqual([409, expect.stringContaining('Undo the payment instead')])
  for (const _ of ['once', 'again']) await app.call(ada, 'DELETE', `/api/invoices/${id}/payments/${payment.id}`)
  expect(await read(id)).toMatchObject({ balanceDue: '1190.00', amountPaid: '0.00', amountCredited: '0.00' })
  expect((await notes(id)).map(({ status }) => status)).toEqual(['voided'])
  expect((await pay(id, '1166.20')).body).toMatchObject({ balanceDue: '0.00' })
  await expectHealthy()
})

test.each([
  [
    'several rates',
    'USD',
    [
      ['1000.00', 'vat'],
      ['500.00', 'reduced'],
      ['10.00', null],
    ],
    {},
    '1700.30',
    '34.70',
    '4.50',
  ],
  ['prices with tax', 'USD', [['1190.00', 'vat']], { pricesIncludeTax: true }, '1166.20', '23.80', '3.80'],
  ['yen', 'JPY', [['12345', 'vat']], { exchangeRate: '0.0066' }, '14397.00', '294.00', '47.00'],
  ['another currency', 'EUR', [['1000.00', 'vat']], { exchangeRate: '1.08' }, '1166.20', '23.80', '3.80'],
] as const)('the credit has its tax part: %s', async (_, currency, lines, over, amount, credited, tax) => {
  const ids = { vat, reduced }
  const id = await invoice(
    lines.map(([price, rate]) => [price, rate && ids[rate]] as const),
    { currency, ...over },
  )
  const { total } = await read(id)
  expect(Number(total)).toBe(Number(amount) + Number(credited))
  expect((await pay(id, amount)).body).toMatchObject({ balanceDue: '0.00' })
  expect((await notes(id)).map((note) => [note.total, note.taxAmount])).toEqual([[credited, tax]])
  await expectHealthy()
})

test('one transfer takes the discounts of the invoices that it pays in time, and is undone as a whole', async () => {
  const [first, second] = [await usual(), await invoice([['100.00', vat]], { earlyDiscountPercent: null, earlyDiscountDays: null })]
  const transfer = (amount: string, over: object = {}) =>
    app.send(ada, 'POST', `/api/customers/${customerId}/payments`, {
      ...{ amount, paymentDate: '2026-11-10', paymentMethod: 'Bank transfer', earlyPaymentDiscount: true },
      ...over,
    })
  expect(await refusal(transfer('1309.00', { paymentDate: '2026-11-15' }) as never)).toEqual([400, 'earlyPaymentDiscount'])
  const { status, body } = await transfer('1285.20')
  expect([
    status,
    (body.payments as { invoice: { id: number }; amount: string; balanceDue: string; creditNoteId: number | null }[]).map((part) => [
      part.invoice.id,
      part.amount,
      part.balanceDue,
      part.creditNoteId !== null,
    ]),
  ]).toEqual([
    201,
    [
      [first, '1166.20', '0.00', true],
      [second, '119.00', '0.00', false],
    ],
  ])
  await app.call(ada, 'DELETE', `/api/customers/${customerId}/payments/${body.transferId}`)
  expect([(await read(first)).balanceDue, (await read(second)).balanceDue]).toEqual(['1190.00', '119.00'])
  await expectHealthy()
})

test('a payment with a discount is refused in a closed period, with all that it does', async () => {
  const id = await invoice([['1000.00', vat]], { issueDate: '2026-10-28' })
  await app.call(ada, 'POST', '/api/books/closings', { throughDay: '2026-10-31' })
  expect((await pay(id, '1166.20', { paymentDate: '2026-10-31' })).status).toBe(409)
  expect([await notes(id), (await read(id)).balanceDue]).toEqual([[], '1190.00'])
})
