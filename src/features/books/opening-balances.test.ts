import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { ReportWire } from '#shared/contract/reports.ts'

// What customers owed when a business moved in, with its tax, in another currency, and as credit.

let app: TestApp
let ada: Person
let customerId: number
let vat: number
let count = 0
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-15T12:00:00Z'))
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
  vat = (await app.call(ada, 'POST', '/api/tax-rates', { name: 'VAT', components: [{ name: 'VAT', percent: '19' }] })).id
})

const enter = (over: object) =>
  app.send(ada, 'POST', '/api/books/opening-balances', { customerId, day: '2026-01-01', dueDate: '2025-12-15', ...over })
const made = async (over: object) => {
  const { status, body } = await enter(over)
  expect([status, body.issues]).toEqual([201, undefined])
  return body
}
const issues = async (over: object) => (await enter(over)).body.issues
const list = () => app.call(ada, 'GET', '/api/books/opening-balances')
const pay = (id: number, amount: string, over: object = {}) =>
  app.call(ada, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-04-10', paymentMethod: 'Cash', ...over })
const findings = async () => (await app.call(ada, 'GET', '/api/books/health')).findings
const balances = async (basis: 'accrual' | 'cash', day = '2026-06-15') =>
  Object.fromEntries(
    (await app.call(ada, 'GET', `/api/books/balances?day=${day}&basis=${basis}` as '/api/books/balances?day=2026-06-15')).accounts.map(
      ({ number, debit, credit }: { number: number; debit: string | null; credit: string | null }) => [number, debit ?? `-${credit}`],
    ),
  )
const report = async (query: string): Promise<string[][]> =>
  ((await app.call(ada, 'GET', `/api/reports?${query}` as '/api/reports')) as ReportWire).table.rows.map(({ cells }) =>
    cells.map(({ text, day, amount }) => text ?? day ?? amount ?? ''),
  )

test('the tax of an opening balance is that of no period on an accrual basis, and is due when it is paid on a cash basis', async () => {
  const opening = await made({ amount: '119.00', taxRateId: vat })
  expect(opening).toMatchObject({ amount: '119.00', taxAmount: '19.00', balanceDue: '119.00', currency: 'USD', exchangeRate: '1' })
  expect(await app.call(ada, 'GET', `/api/invoices/${opening.id}`)).toMatchObject({ total: '119.00', taxAmount: '19.00' })
  expect(await balances('accrual')).toEqual({ 1200: '119.00', 3900: '-119.00' })
  expect(await balances('cash')).toEqual({})
  await pay(opening.id, '59.50')
  expect(await balances('accrual')).toEqual({ 1000: '59.50', 1200: '59.50', 3900: '-119.00' })
  expect(await balances('cash')).toEqual({ 1000: '59.50', 2200: '-9.50', 4000: '-50.00' })
  await pay(opening.id, '59.50', { paymentDate: '2026-05-10' })
  expect(await balances('cash')).toEqual({ 1000: '119.00', 2200: '-19.00', 4000: '-100.00' })
  const tax = (basis: string) => report(`type=sales-tax&from=2026-04-01&to=2026-04-30&basis=${basis}`)
  expect((await tax('accrual')).flat().filter((cell) => /[1-9]/.test(cell))).toEqual([])
  expect((await tax('cash')).flat()).toEqual(expect.arrayContaining(['50.00', '9.50']))
  expect(await findings()).toEqual([])
})

test('tax of an opening balance that is written off is taken back in the period of the write-off', async () => {
  const opening = await made({ amount: '119.00', taxRateId: vat })
  await app.call(ada, 'POST', `/api/invoices/${opening.id}/write-offs`, { day: '2026-05-01', recoversTax: true } as never)
  expect(await balances('accrual')).toEqual({ 2200: '19.00', 3900: '-119.00', 6010: '100.00' })
  expect(await findings()).toEqual([])
})

test('an opening balance in another currency has the rate of its day, or the typed one, and its payment an exchange difference', async () => {
  expect(await issues({ amount: '100.00', currency: 'EUR' })).toEqual([
    { path: 'exchangeRate', message: 'Enter the exchange rate of EUR on Jan 01, 2026' },
  ])
  expect(await issues({ amount: '100.00', exchangeRate: '1.2' })).toMatchObject([{ path: 'exchangeRate' }])
  expect(await issues({ amount: '100.50', currency: 'JPY', exchangeRate: '0.0067' })).toMatchObject([{ path: 'amount' }])
  const typed = await made({ amount: '100.00', currency: 'EUR', exchangeRate: '1.10' })
  expect(typed).toMatchObject({ amount: '100.00', currency: 'EUR', exchangeRate: '1.1', balanceDue: '100.00' })
  await app.call(ada, 'PUT', '/api/exchange-rates/EUR/2026-01-01' as never, { rate: '1.25' } as never)
  const stored = await made({ amount: '200.00', currency: 'EUR' })
  expect(stored.exchangeRate).toBe('1.25')
  // The same amount in another currency is another one.
  await made({ amount: '100.00' })
  expect((await enter({ amount: '100.00', currency: 'EUR', exchangeRate: '1.10' })).status).toBe(409)
  expect(await balances('accrual')).toEqual({ 1200: '460.00', 3900: '-460.00' })
  await pay(typed.id, '100.00', { exchangeRate: '1.20' })
  expect(await balances('accrual')).toMatchObject({ 1000: '120.00', 1200: '350.00', 3900: '-460.00' })
  expect(await findings()).toEqual([])
})

test('a negative opening balance is credit of the customer, which is applied and refunded', async () => {
  const credit = await made({ amount: '-119.00', taxRateId: vat, dueDate: '', reference: 'CN-OLD' })
  expect(credit).toMatchObject({ invoiceNumber: 'CN-OLD', dueDate: null, amount: '-119.00', taxAmount: '-19.00', balanceDue: '-119.00' })
  expect(await balances('accrual')).toEqual({ 2300: '-119.00', 3900: '119.00' })
  expect(await balances('cash')).toEqual({})
  expect(await report(`type=statement&customerId=${customerId}&from=2026-01-01&to=2026-06-15`)).toEqual([
    ['2026-01-01', 'Opening balance', '', '', '0.00'],
    ['2026-01-01', 'Opening credit CN-OLD', '', '119.00', '-119.00'],
    ['2026-06-15', 'Closing balance', '', '', '-119.00'],
  ])
  const invoice = await app.call(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: 'N-1', issueDate: '2026-02-01', dueDate: '2026-02-28', status: 'sent', pricesIncludeTax: true },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '59.50', taxRateId: vat }],
  })
  await app.call(ada, 'POST', `/api/invoices/${invoice.id}/credit-applications`, {})
  await app.call(ada, 'POST', `/api/credit-notes/${credit.id}/refunds`, {
    amount: '40.00',
    day: '2026-03-01',
    paymentMethod: 'Cash',
  } as never)
  expect(await list()).toMatchObject([{ balanceDue: '-19.50' }])
  expect(await balances('accrual')).toEqual({ 1000: '-40.00', 2200: '-9.50', 2300: '-19.50', 3900: '119.00', 4000: '-50.00' })
  // What the invoice earned is what the credit took back.
  expect(await balances('cash')).toEqual({ 1000: '-40.00', 2200: '6.39', 4000: '33.61' })
  expect(await findings()).toEqual([])
})

test('credit is told apart by its number or amount, and one that is voided counts no more', async () => {
  const first = await made({ amount: '-50.00', dueDate: undefined })
  expect(first.invoiceNumber).toBe('OB-0001')
  expect(await enter({ amount: '-50.00' })).toMatchObject({ status: 409, body: { issues: [{ path: 'reference' }] } })
  expect((await made({ amount: '50.00' })).invoiceNumber).toBe('OB-0002')
  await app.call(ada, 'POST', `/api/credit-notes/${first.id}/void`)
  expect((await list()).map(({ amount }: { amount: string }) => amount)).toEqual(['50.00'])
  expect((await made({ amount: '-50.00' })).invoiceNumber).toBe('OB-0003')
  expect(await balances('accrual')).toEqual({ 1200: '50.00', 2300: '-50.00' })
  expect(await findings()).toEqual([])
})

test('wrong values are refused at their fields', async () => {
  expect(await issues({ amount: '0.00' })).toMatchObject([{ path: 'amount', message: expect.stringContaining('must not be 0') }])
  expect(await issues({ amount: '-100000000' })).toMatchObject([{ path: 'amount' }])
  expect(await issues({ amount: '1.00', dueDate: '' })).toEqual([{ path: 'dueDate', message: 'Due date is required' }])
  expect(await issues({ amount: '1.00', currency: 'XXX' })).toMatchObject([{ path: 'currency' }])
  expect(await issues({ amount: '1.00', exchangeRate: '0' })).toMatchObject([{ path: 'exchangeRate' }])
  expect(await enter({ amount: '1.00', taxRateId: 999_999 })).toMatchObject({ status: 404, body: { issues: [{ path: 'taxRateId' }] } })
  const reverse = { name: 'Reverse', category: 'AE', exemptionReason: 'Reverse charge', components: [{ name: 'Reverse', percent: '0' }] }
  const { id } = await app.call(ada, 'POST', '/api/tax-rates', reverse as never)
  expect(await issues({ amount: '1.00', taxRateId: id })).toMatchObject([{ path: 'taxRateId' }, { path: 'taxRateId' }])
})

test('a file has currencies, rates, taxes and credit', async () => {
  const row = (line: number, amount: string, more: object = {}) => ({
    line,
    values: { customer: 'Acme', amount, dueDate: '2025-12-15', day: '2026-01-01', ...more },
  })
  const send = (...rows: object[]) => app.send(ada, 'POST', '/api/books/opening-balances/import', { rows })
  const refused = await send(
    row(2, '1.00', { currency: 'EUR' }),
    row(3, '1.00', { taxRate: 'Nothing' }),
    row(4, '1.50', { currency: 'JPY', exchangeRate: '0.0067' }),
    row(5, '2.00', { dueDate: '' }),
    row(6, '0'),
  )
  expect(refused.body.issues.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
    [5, 'Due date'],
    [6, 'Open amount'],
  ])
  const later = await send(
    row(2, '1.00', { currency: 'EUR' }),
    row(3, '1.00', { taxRate: 'Nothing' }),
    row(4, '1.50', { currency: 'JPY', exchangeRate: '0.0067' }),
  )
  expect(later.body.issues.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
    [3, 'Tax rate'],
    [2, 'Exchange rate'],
    [4, 'Open amount'],
  ])
  expect((await send(row(2, '1.00', { exchangeRate: '2' }))).body.issues).toMatchObject([{ line: 2, column: 'Exchange rate' }])
  const rows = [
    row(2, '119.00', { currency: '', exchangeRate: '', taxRate: 'vat' }),
    row(3, '100.00', { currency: 'EUR', exchangeRate: '1.5', taxRate: '' }),
    row(4, '-30.00', { dueDate: '' }),
    row(5, '-20.00', { reference: 'CN-1' }),
  ]
  expect((await send(...rows)).body).toEqual({ created: 4, skipped: 0 })
  expect((await send(...rows)).body).toEqual({ created: 0, skipped: 4 })
  expect((await list()).map(({ amount, currency, taxAmount }) => [amount, currency, taxAmount])).toEqual([
    ['-20.00', 'USD', '0.00'],
    ['-30.00', 'USD', '0.00'],
    ['100.00', 'EUR', '0.00'],
    ['119.00', 'USD', '19.00'],
  ])
  expect(await balances('accrual')).toEqual({ 1200: '269.00', 2300: '-50.00', 3900: '-219.00' })
  expect(await findings()).toEqual([])
})
