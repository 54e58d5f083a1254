import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { ReportWire } from '#shared/contract/reports.ts'

let app: TestApp
let ada: Person
let invoiceId: number
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  const customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Müller' })).id
  const sent = async (invoiceNumber: string, unitPrice: string, more: object = {}) =>
    (
      await app.call(ada, 'POST', '/api/invoices', {
        ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-05-01', dueDate: '2026-05-31', ...more },
        lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
      })
    ).id
  await sent('HOME', '100.00')
  invoiceId = await sent('EURO', '1000.00', { currency: 'EUR', exchangeRate: '1.10' })
  await app.call(ada, 'POST', `/api/invoices/${invoiceId}/payments`, {
    ...{ amount: '400.00', paymentDate: '2026-06-10', paymentMethod: 'Cash', exchangeRate: '1.20' },
  })
  await sent('LATER', '50.00', { currency: 'EUR', exchangeRate: '1.15', dueDate: '2026-07-31' })
  await sent('YEN', '20000', { currency: 'JPY', exchangeRate: '0.0067' })
})
afterAll(() => app.close())

const read = async (to: string) => {
  const query = new URLSearchParams({ type: 'receivables', from: '2026-01-01', to })
  const { table, notes } = await app.call(ada, 'GET', `/api/reports?${query}` as '/api/reports')
  const rows = (table as ReportWire['table']).rows.map(({ cells }) => cells.map(({ text, amount }) => text ?? amount ?? ''))
  return { rows: rows.slice(rows.findIndex(([name]) => name === 'Total')), notes }
}
const difference = (words: string, amount: string) => [words, '', '', '', '', '', amount]

test('amounts in other currencies are named, with what they would gain or lose at the latest rate', async () => {
  await app.call(ada, 'PUT', '/api/exchange-rates/EUR/2026-06-26', { rate: '1.25' })
  const { rows, notes } = await read('2026-06-30')
  expect(rows).toEqual([
    ['Total', '57.50', '894.00', '0.00', '0.00', '0.00', '951.50'],
    ['Share', '6.0%', '94.0%', '0.0%', '0.0%', '0.0%', '100.0%'],
    ['Of this in other currencies', '', '', '', '', '', ''],
    // 600.00 at 1.10 and 50.00 at 1.15.
    ['€650.00', '57.50', '660.00', '0.00', '0.00', '0.00', '717.50'],
    difference('Unrealized gain or loss, 1 EUR = 1.25 USD on Jun 26, 2026', '95.00'),
    ['¥20,000', '0.00', '134.00', '0.00', '0.00', '0.00', '134.00'],
    difference('Unrealized gain or loss: no JPY exchange rate on or before Jun 30, 2026', '-'),
  ])
  expect(notes.join(' ')).toContain('use the exchange rates of their invoices')
})

test('an earlier day has what was owed then, and a rate of that day', async () => {
  await app.call(ada, 'PUT', '/api/exchange-rates/EUR/2026-06-01', { rate: '1.05' })
  const { rows } = await read('2026-06-05')
  expect(rows.filter(([name]) => /€|EUR/.test(name!))).toEqual([
    ['€1,050.00', '57.50', '1100.00', '0.00', '0.00', '0.00', '1157.50'],
    difference('Unrealized gain or loss, 1 EUR = 1.05 USD on Jun 01, 2026', '-55.00'),
  ])
})

test('a business without such invoices sees no rows of other currencies', async () => {
  const ben = await app.person('ben')
  const query = new URLSearchParams({ type: 'receivables', from: '2026-01-01', to: '2026-06-30' })
  const report = await app.call(ben, 'GET', `/api/reports?${query}` as '/api/reports')
  expect(JSON.stringify(report)).not.toContain('other currencies')
})

test('a range that ends in the future has the rate of today', async () => {
  const { rows } = await read('9999-12-31')
  expect(rows.filter(([name]) => name!.startsWith('Unrealized'))).toEqual([
    difference('Unrealized gain or loss, 1 EUR = 1.25 USD on Jun 26, 2026', '95.00'),
    difference('Unrealized gain or loss: no JPY exchange rate on or before Jun 30, 2026', '-'),
  ])
})
