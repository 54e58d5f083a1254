import papaparse from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'

// The CSV files of invoices and estimates with several taxes: a row each, and a pair of columns for each tax.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  const records = createRecords(app, ada)
  const addRate = async (name: string, ...components: object[]): Promise<number> =>
    (await app.call(ada, 'POST', '/api/tax-rates', { name, components })).id
  const standard = await addRate('VAT 19%', { name: 'VAT', percent: '19' })
  const reduced = await addRate('VAT 7%', { name: 'VAT 7%', percent: '7' })
  const again = await addRate('VAT 19% again', { name: 'VAT', percent: '19' })
  const quebec = await addRate('Quebec', { name: '=GST', percent: '5' }, { name: 'QST', percent: '9.975' })
  const mixed = {
    lineItems: [
      ...[{ description: 'Chair', quantity: '3', unitPrice: '19.99', taxRateId: standard }],
      ...[{ description: 'Book', quantity: '2', unitPrice: '7.50', taxRateId: reduced }],
      ...[{ description: 'Shipping', quantity: '1', unitPrice: '4.90', kind: 'charge' as const, taxRateId: again }],
    ],
    discountPercent: '10',
  }
  const sent = await records.invoice({ ...mixed, invoiceNumber: 'MIXED', status: 'sent' })
  await records.payment(sent.id, { amount: '80.00' })
  await records.invoice({
    ...{ invoiceNumber: 'GROSS', issueDate: '2026-01-06', pricesIncludeTax: true },
    lineItems: [{ description: 'Lamp', quantity: '1', unitPrice: '79.20', taxRateId: standard }],
  })
  await records.invoice({ invoiceNumber: 'PLAIN', issueDate: '2026-01-07', taxRate: '8.25' })
  await records.estimate({
    estimateNumber: 'QUEBEC',
    lineItems: [{ description: 'Work', quantity: '1', unitPrice: '100.00', taxRateId: quebec }],
  })
})
afterAll(() => app.close())

const readCsv = async (path: string) => {
  const text = (await app.send(ada, 'GET', path)).bytes.toString().replace('\uFEFF', '')
  const { data, meta } = papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  return { rows: data, columns: meta.fields! }
}

test('each tax has its base and its amount, and the columns of a row add up to its total', async () => {
  const { rows, columns } = await readCsv('/api/invoices/export?sort=issueDate')
  expect(columns.slice(-5)).toEqual(['Terms', 'VAT 19% base', 'VAT 19% amount', 'VAT 7% base', 'VAT 7% amount'])
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ Invoice: 'MIXED', Subtotal: '74.97', Discount: '7.50', Charges: '4.90', Net: '72.37', 'Tax Rate': '', 'Tax Amount': '12.13' },
      ...{ Rounding: '0.00', Total: '84.50', Paid: '80.00', 'Balance Due': '4.50', 'Prices Include Tax': '' },
      // Two groups of lines with the same tax are one pair of columns: 10.25 and 0.93.
      ...{ 'VAT 19% base': '58.87', 'VAT 19% amount': '11.18', 'VAT 7% base': '13.50', 'VAT 7% amount': '0.95' },
    }),
    expect.objectContaining({
      ...{ Invoice: 'GROSS', Subtotal: '79.20', Net: '66.55', 'Tax Amount': '12.64', Rounding: '0.01', Total: '79.20' },
      ...{ 'Prices Include Tax': 'Yes', 'VAT 19% base': '66.55', 'VAT 19% amount': '12.64', 'VAT 7% base': '' },
    }),
    expect.objectContaining({ Invoice: 'PLAIN', 'Tax Rate': '8.25', 'Tax Amount': '8.25', 'VAT 19% base': '', 'VAT 19% amount': '' }),
  ])
  const cents = (text: string | undefined) => Math.round(Number(text) * 100)
  for (const row of rows) expect(cents(row.Net) + cents(row['Tax Amount']) + cents(row.Rounding)).toBe(cents(row.Total))
})

test('only the taxes of the exported documents have columns, and a name that a spreadsheet would run is escaped', async () => {
  expect((await readCsv('/api/invoices/export?from=2026-01-07')).columns.at(-1)).toBe('Terms')
  expect((await readCsv('/api/invoices/export?search=GROSS')).columns.slice(-2)).toEqual(['VAT 19% base', 'VAT 19% amount'])
  const { rows, columns } = await readCsv('/api/estimates/export')
  expect(columns.slice(-4)).toEqual(["'=GST 5% base", "'=GST 5% amount", 'QST 9.975% base', 'QST 9.975% amount'])
  expect(rows[0]).toMatchObject({ "'=GST 5% amount": '5.00', 'QST 9.975% base': '100.00', 'QST 9.975% amount': '9.98' })
  const bob = await app.person('bob')
  expect((await app.send(bob, 'GET', '/api/invoices/export')).bytes.toString()).not.toContain('VAT')
})
