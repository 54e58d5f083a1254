import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-11-20T12:00:00Z'))
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Studio', defaultWithholdingPercent: '19' })
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})

/** 138.75 and 21% of VAT. */
const spanish = (over: object = {}) => ({
  ...{ customerId, invoiceNumber: 'x', drawNumber: true, status: 'sent', issueDate: '2026-11-02', dueDate: '2026-12-02', taxRate: '21' },
  lineItems: [
    { description: 'Design', quantity: 1, unitPrice: '100.00' },
    { description: 'Travel', quantity: 1, unitPrice: '38.75' },
  ],
  ...over,
})
const create = (over: object = {}) => app.call(ada, 'POST', '/api/invoices', spanish(over))
const refusal = async (over: object) => {
  const { status, body } = await app.send(ada, 'POST', '/api/invoices', spanish(over))
  return [status, body.issues?.[0]?.path]
}
const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)
const pay = (id: number, amount: string) =>
  app.call(ada, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-11-12', paymentMethod: 'Bank transfer' })
const credit = async (invoiceId: number, over: object) =>
  (await app.call(ada, 'POST', '/api/credit-notes', { invoiceId, issueDate: '2026-11-13', ...over })).creditNote
const editOf = ({ invoiceNumber, issueDate, dueDate, lineItems }: Awaited<ReturnType<typeof read>>, over: object) => ({
  ...{ customerId, invoiceNumber, issueDate, dueDate },
  lineItems: lineItems.map(({ id, description, quantity, unitPrice }) => ({ id, description, quantity, unitPrice })),
  ...over,
})
const balances = async (basis: string) => {
  const { accounts } = await app.call(ada, 'GET', `/api/books/balances?day=2026-12-31&basis=${basis}`)
  return Object.fromEntries(
    accounts
      .map(({ number, debit, credit }) => [number, Number(debit ?? 0) - Number(credit ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}
const expectHealthy = async () => expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])

test('19% of 138.75 is kept: of 167.89 the customer pays 141.53, in the API, the books, the PDF and on the page', async () => {
  const { id, ...made } = await create()
  expect(made).toMatchObject({ total: '167.89', taxAmount: '29.14', withholdingPercent: '19', withheld: '26.36', balanceDue: '141.53' })
  expect(await balances('accrual')).toEqual({ 1200: 141.53, 1210: 26.36, 4000: -138.75, 2200: -29.14 })
  expect(await balances('cash')).toEqual({})
  const text = squash((await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)).bytes)).join(''))
  for (const said of ['Total$167.89', 'Withholdingtax(19%)-$26.36', 'Topay$141.53']) expect(text).toContain(said)
  const [{ public_id: publicId }] = (await app.sql('select public_id from public_links where document_id = $1', [id])) as [
    { public_id: string },
  ]
  const page = (await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).body
  expect(page.invoice).toMatchObject({ total: '167.89', withholdingPercent: '19', withheld: '26.36', balanceDue: '141.53', credit: '0.00' })
  expect((await pay(id, '141.53')).balanceDue).toBe('0.00')
  expect(await read(id)).toMatchObject({ status: 'paid', settledBy: null, amountPaid: '141.53', balanceDue: '0.00' })
  for (const basis of ['accrual', 'cash'])
    expect(await balances(basis), basis).toEqual({ 1000: 141.53, 1210: 26.36, 4000: -138.75, 2200: -29.14 })
  await expectHealthy()
})

test('on a cash basis what is kept comes with the payments, by their part', async () => {
  const { id } = await create()
  await pay(id, '70.00')
  expect(await read(id)).toMatchObject({ status: 'sent', balanceDue: '71.53' })
  // 26.36 x 70.00 / 141.53 is 13.04; 83.04 of 167.89 are 14.41 of VAT.
  expect(await balances('cash')).toEqual({ 1000: 70, 1210: 13.04, 4000: -68.63, 2200: -14.41 })
  await expectHealthy()
})

test('credit notes take back their part, and together all; voided, it is kept again', async () => {
  const { id, lineItems } = await create()
  const note = await credit(id, { lines: [{ lineId: lineItems[1]!.id, quantity: '1' }] })
  // 38.75 x 19% = 7.36
  expect(note).toMatchObject({ netAmount: '38.75', total: '46.89', withholdingPercent: '19', withheld: '7.36' })
  expect(await read(id)).toMatchObject({ amountCredited: '39.53', balanceDue: '102.00', withheld: '26.36' })
  expect(await balances('accrual')).toEqual({ 1200: 102, 1210: 19, 4000: -100, 2200: -21 })
  const text = squash((await readPageTexts((await app.send(ada, 'GET', `/api/credit-notes/${note.id}/pdf`)).bytes)).join(''))
  expect(text).toContain('Credited$39.53')
  const rest = await credit(id, {})
  expect([rest.total, rest.withheld]).toEqual(['121.00', '19.00'])
  expect(await read(id)).toMatchObject({ status: 'paid', settledBy: 'credited', amountCredited: '141.53', balanceDue: '0.00' })
  expect(await balances('accrual')).toEqual({})
  await expectHealthy()
  await app.call(ada, 'POST', `/api/credit-notes/${rest.id}/void`)
  await app.call(ada, 'POST', `/api/credit-notes/${note.id}/void`)
  expect(await read(id)).toMatchObject({ status: 'sent', balanceDue: '141.53', amountCredited: '0.00' })
  expect(await balances('accrual')).toEqual({ 1200: 141.53, 1210: 26.36, 4000: -138.75, 2200: -29.14 })
  await expectHealthy()
})

test('what was paid and is credited is credit of the customer, without what they kept', async () => {
  const { id } = await create()
  await pay(id, '141.53')
  await credit(id, { amount: '167.89' })
  for (const basis of ['accrual', 'cash']) expect(await balances(basis), basis).toEqual({ 1000: 141.53, 2300: -141.53 })
  await expectHealthy()
})

test('an edit computes it anew or removes it, and what it leaves out stays', async () => {
  const made = await create()
  const kept = await app.call(ada, 'PUT', `/api/invoices/${made.id}`, editOf(made, { notes: 'Thank you' }))
  expect(kept).toMatchObject({ withholdingPercent: '19', withheld: '26.36', balanceDue: '141.53' })
  const other = await app.call(ada, 'PUT', `/api/invoices/${made.id}`, editOf(kept, { withholdingPercent: '15' }))
  expect(other).toMatchObject({ withholdingPercent: '15', withheld: '20.81', balanceDue: '147.08' })
  expect(await balances('accrual')).toMatchObject({ 1200: 147.08, 1210: 20.81 })
  const none = await app.call(ada, 'PUT', `/api/invoices/${made.id}`, editOf(other, { withholdingPercent: '' }))
  expect(none).toMatchObject({ withholdingPercent: null, withheld: '0.00', balanceDue: '167.89' })
  const { events } = await app.call(ada, 'GET', `/api/invoices/${made.id}/history`)
  expect(events.flatMap(({ changes }) => changes).filter(({ field }) => field === 'Withholding tax')).toEqual([
    { field: 'Withholding tax', before: '15%', after: null },
    { field: 'Withholding tax', before: '19%', after: '15%' },
  ])
  await expectHealthy()
})

test.each([
  ['a percentage above 100', { withholdingPercent: '101' }, 'withholdingPercent'],
  ['more than the total', { withholdingPercent: '100', taxRate: '0' }, 'withholdingPercent'],
  ['one of a retainer', { withholdingPercent: '19', kind: 'retainer', taxRate: '0' }, 'withholdingPercent'],
  ['one beside a discount for early payment', { earlyDiscountPercent: '2', earlyDiscountDays: 10 }, 'withholdingPercent'],
])('%s is refused at its field', async (_, over, path) => expect(await refusal(over)).toEqual([400, path]))

test('zero and null are none, and neither a retainer nor an opening balance takes that of the business', async () => {
  for (const withholdingPercent of ['0', null, '']) expect(await create({ withholdingPercent })).toMatchObject({ withholdingPercent: null })
  expect(await create({ kind: 'retainer', taxRate: '0' })).toMatchObject({ withholdingPercent: null, balanceDue: '138.75' })
  await app.call(ada, 'POST', '/api/books/opening-balances', { customerId, amount: '50.00', day: '2026-01-01', dueDate: '2026-01-31' })
  await expectHealthy()
})

test('instalments divide what is to be paid', async () => {
  const { id } = await create({ instalments: [{ dueDate: '2026-12-02' }, { dueDate: '2027-01-02' }] })
  const { instalments } = await app.call(ada, 'GET', `/api/invoices/${id}/instalments`)
  expect(instalments.map(({ amount, balanceDue }) => [amount, balanceDue])).toEqual([
    ['70.77', '70.77'],
    ['70.76', '70.76'],
  ])
  const made = await read(id)
  await app.call(ada, 'PUT', `/api/invoices/${id}`, editOf(made, { withholdingPercent: '15' }))
  const after = await app.call(ada, 'GET', `/api/invoices/${id}/instalments`)
  expect(after.instalments.map(({ amount }) => amount)).toEqual(['73.55', '73.53'])
  await expectHealthy()
})

test('written off, the rest is a loss, and what is kept stays', async () => {
  const { id } = await create()
  await app.call(ada, 'POST', `/api/invoices/${id}/write-offs`, { day: '2026-11-14' })
  expect(await read(id)).toMatchObject({ status: 'paid', settledBy: 'written off', amountWrittenOff: '141.53' })
  expect(await balances('accrual')).toEqual({ 1210: 26.36, 4000: -138.75, 2200: -29.14, 6010: 141.53 })
  await expectHealthy()
})

test('in another currency it is kept at the rate of the invoice, and only the payment has a gain', async () => {
  const { id } = await create({ currency: 'EUR', exchangeRate: '1.1' })
  // 1.1 x 138.75 and 1.1 x 29.14 are 152.63 and 32.05, of which 29.00 are kept.
  expect(await balances('accrual')).toEqual({ 1200: 155.68, 1210: 29, 4000: -152.63, 2200: -32.05 })
  await app.call(ada, 'POST', `/api/invoices/${id}/payments`, {
    ...{ amount: '141.53', paymentDate: '2026-11-12', paymentMethod: 'Bank transfer', exchangeRate: '1.2' },
  })
  const kept = await balances('accrual')
  expect([kept[1200], kept[1210], kept[4910]]).toEqual([undefined, 29, -14.16])
  await expectHealthy()
})

test('an estimate and a deposit become invoices with it', async () => {
  const estimate = await app.call(ada, 'POST', '/api/estimates', {
    ...{ customerId, estimateNumber: 'E-1', issueDate: '2026-11-02', expiryDate: '2026-12-02', taxRate: '21' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '100.00' }],
  })
  await app.send(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
  const [converted] = await app.call(ada, 'GET', '/api/invoices')
  expect(converted).toMatchObject({ total: '121.00', withheld: '19.00', balanceDue: '102.00' })
  const draft = await create({ status: 'draft', withholdingPercent: '15' })
  const deposit = await app.call(ada, 'POST', `/api/invoices/${draft.id}/deposits`, { percent: '50' })
  expect(deposit).toMatchObject({ kind: 'deposit', withholdingPercent: '15', netAmount: '69.38', withheld: '10.41' })
})
