import { afterAll, beforeAll, expect, test } from 'vitest'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { FigureDocumentsWire, FigureRef, ReportWire } from '#shared/contract/reports.ts'

// The taxes of several rates and components in the sales tax report and in the ledger account of sales tax.

let app: TestApp
let ada: Person
const documents: Record<string, number> = {}
const post = async (path: string, body: object): Promise<number> => {
  const reply = await app.send(ada, 'POST', path, body)
  expect([path, reply.status < 300, reply.body]).toEqual([path, true, expect.anything()])
  return (reply.body as { id: number }).id
}
const get = async <T>(path: string, query: object): Promise<T> => {
  const reply = await app.send(ada, 'GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([path, 200, ''])
  return reply.body as T
}

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  const customerId = await post('/api/customers', { name: 'Acme' })
  const gst = { name: 'GST', percent: '5', isCompound: false }
  const quebec = await post('/api/tax-rates', { name: 'Quebec', components: [gst, { name: 'QST', percent: '9.975', isCompound: false }] })
  const old = await post('/api/tax-rates', { name: 'Quebec 2010', components: [gst, { name: 'QST', percent: '9.5', isCompound: true }] })
  const exempt = await post('/api/tax-rates', {
    ...{ name: 'Courses', category: 'E', exemptionReason: 'Education' },
    components: [{ name: 'VAT', percent: '0', isCompound: false }],
  })
  const vat = await post('/api/tax-rates', {
    ...{ name: 'VAT 19%', category: 'S' },
    components: [{ name: 'VAT', percent: '19', isCompound: false }],
  })
  const invoice = async (number: string, lines: [price: string, taxRateId: number | null][], rest: object = {}) => {
    documents[number] = await post('/api/invoices', {
      ...{ customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-03-10', dueDate: '2026-04-09', ...rest },
      lineItems: lines.map(([unitPrice, taxRateId]) => ({ description: 'Work', quantity: 1, unitPrice, taxRateId })),
    })
  }
  await invoice('MIXED', [
    ['100.00', quebec],
    ['50.00', exempt],
  ])
  await invoice('OLD', [['3.06', old]])
  await invoice('GROSS', [['79.20', vat]], { pricesIncludeTax: true })
  await invoice('OWN', [['10.00', null]], { taxRate: '8.25' })
})
afterAll(() => app.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
const read = (query: object) => get<ReportWire>('/api/reports', { type: 'sales-tax', ...query })
type Cell = ReportWire['table']['rows'][number]['cells'][number]
/** Name, rate, taxable sales, tax charged, credited, net. */
const rowsOf = ({ table }: ReportWire) =>
  table.rows.map(({ cells }) => {
    const of = (key: string): Cell => cells[table.columns.findIndex((column) => column.key === key)]!
    return [of('name').text, of('rate').text, ...['net', 'charged', 'credited', 'tax'].map((key) => of(key).amount)]
  })
/** Opens every figure to its documents; their sum is the figure. */
const openAll = async ({ table }: ReportWire) => {
  const numbers: Record<string, string> = {}
  for (const { cells } of table.rows)
    for (const [i, { amount, figure }] of cells.entries()) {
      if (!figure) continue
      const { sum, rows } = await get<FigureDocumentsWire>('/api/reports/documents', figure satisfies FigureRef)
      expect([cells[0]!.text, table.columns[i]!.label, sum]).toEqual([cells[0]!.text, table.columns[i]!.label, amount])
      if (table.columns[i]!.key === 'net') numbers[cells[0]!.text!] = [...new Set(rows.map(({ title }) => title))].sort().join(' ')
    }
  return numbers
}

test('each tax of each rate has its base and its amount; a compound tax is computed on the tax before it', async () => {
  const report = await read(march)
  expect(rowsOf(report)).toEqual([
    ['Courses', '0%', '50.00', '0.00', '0.00', '0.00'],
    ['Quebec: GST', '5%', '100.00', '5.00', '0.00', '5.00'],
    ['Quebec: QST', '9.975%', '100.00', '9.98', '0.00', '9.98'],
    ['Quebec 2010: GST', '5%', '3.06', '0.15', '0.00', '0.15'],
    ['Quebec 2010: QST', '9.5%', '3.21', '0.30', '0.00', '0.30'],
    ['VAT 19%', '19%', '66.55', '12.64', '0.00', '12.64'],
    ['Sales tax', '8.25%', '10.00', '0.83', '0.00', '0.83'],
    ['Total', '', '229.61', '28.90', '0.00', '28.90'],
  ])
  const categories = report.table.rows.map(({ cells }) => cells[1]!.text)
  expect(categories).toEqual(['Exempt from tax', '', '', '', '', 'Standard or reduced rate', '', ''])
  expect(await openAll(report)).toEqual({
    ...{ Courses: 'MIXED', 'Quebec: GST': 'MIXED', 'Quebec: QST': 'MIXED', 'VAT 19%': 'GROSS', 'Sales tax': 'OWN' },
    ...{ 'Quebec 2010: GST': 'OLD', 'Quebec 2010: QST': 'OLD', Total: 'GROSS MIXED OLD OWN' },
  })
})

test('the file has the taxes too', async () => {
  const reply = await app.send(ada, 'GET', `/api/reports/export?${new URLSearchParams({ ...march, type: 'sales-tax', format: 'csv' })}`)
  expect(String(reply.body)).toContain('Quebec: QST,,9.975%,100.00,9.98,0.00,9.98')
  const pdf = await app.send(ada, 'GET', `/api/reports/export?${new URLSearchParams({ ...march, type: 'sales-tax', format: 'pdf' })}`)
  expect(pdf.status).toBe(200)
})

test('what the prices with tax cannot make up is income of its own', async () => {
  const { table } = await read({ ...march, type: 'profit-loss' })
  const amounts = table.rows.map(({ cells }) => [cells[0]!.text, cells[1]!.amount])
  expect(amounts).toContainEqual(['Rounding', '0.01'])
  expect(amounts).toContainEqual(['Total income', '229.62'])
  await openAll(await read({ ...march, type: 'profit-loss' }))
})

test('on a cash basis each payment pays a part of each tax, and the parts end exactly', async () => {
  const pay = (amount: string, paymentDate: string) =>
    post(`/api/invoices/${documents.MIXED}/payments`, { amount, paymentDate, paymentMethod: 'Check' })
  await pay('50.00', '2026-04-01')
  await pay('50.00', '2026-04-02')
  await pay('64.98', '2026-04-03')
  const upTo = async (to: string) => {
    const report = await read({ from: '2026-04-01', to, basis: 'cash' })
    await openAll(report)
    return rowsOf(report).map(([name, , base, , , tax]) => [name, base, tax])
  }
  expect(await upTo('2026-04-01')).toEqual([
    ['Courses', '15.15', '0.00'],
    ['Quebec: GST', '30.31', '1.52'],
    ['Quebec: QST', '30.31', '3.02'],
    ['Total', '45.46', '4.54'],
  ])
  expect(await upTo('2026-04-02')).toEqual([
    ['Courses', '30.31', '0.00'],
    ['Quebec: GST', '60.61', '3.03'],
    ['Quebec: QST', '60.61', '6.05'],
    ['Total', '90.92', '9.08'],
  ])
  expect(await upTo('2026-04-03')).toEqual([
    ['Courses', '50.00', '0.00'],
    ['Quebec: GST', '100.00', '5.00'],
    ['Quebec: QST', '100.00', '9.98'],
    ['Total', '150.00', '14.98'],
  ])
  expect(rowsOf(await read({ ...march, basis: 'cash' }))).toEqual([['Total', '', '0.00', '0.00', '0.00', '0.00']])
})

test('a refund of a paid invoice is credited on its day', async () => {
  await app.sql(
    `with p as (insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
       values ($1, $2, 3.51, 3.51, '2026-03-20', 'card', 'stripe', 'succeeded') returning id)
     insert into movements (user_id, kind, document_id, payment_id, day, amount, currency) select $1, 'refund', $2, id, '2026-03-25', 3.51, 'USD' from p`,
    [ada.userId, documents.OLD],
  )
  await app.sql("update documents set status = 'paid' where id = $1", [documents.OLD])
  await app.database.asUser(ada.userId, postAll)
  for (const basis of ['accrual', 'cash']) {
    const report = await read({ ...march, basis })
    expect(rowsOf(report).filter(([name]) => name!.startsWith('Quebec 2010'))).toEqual([
      ['Quebec 2010: GST', '5%', '0.00', '0.15', '0.15', '0.00'],
      ['Quebec 2010: QST', '9.5%', '0.00', '0.30', '0.30', '0.00'],
    ])
    await openAll(report)
  }
})

test('the ledger account of sales tax has a balance for each tax, and the journal an account', async () => {
  const { taxes, closing } = await get<{ closing: string; taxes: object[] }>('/api/books/accounts/2200', {})
  expect([closing, taxes]).toEqual([
    '28.45',
    [
      { name: '8.25%', closing: '0.83' },
      { name: 'GST 5%', closing: '5.00' },
      { name: 'QST 9.975%', closing: '9.98' },
      { name: 'VAT 19%', closing: '12.64' },
    ],
  ])
  expect((await get<{ taxes: object[] }>('/api/books/accounts/4000', {})).taxes).toEqual([])
  const journal = String((await app.send(ada, 'GET', '/api/books/journal?format=hledger')).body)
  expect(journal).toContain('\naccount Liabilities:Sales Tax Payable:QST 9.975%\n')
  expect(journal).toMatch(/Liabilities:Sales Tax Payable:QST 9\.975% +\$-9\.98\n/)
  expect(journal).toMatch(/Income:Rounding +\$-0\.01\n/)
})

test('a tax rate that the journal names stays, also when no document names it any more', async () => {
  const id = await post('/api/tax-rates', { name: 'Short', components: [{ name: 'Short', percent: '3', isCompound: false }] })
  const customerId = await post('/api/customers', { name: 'Bolt' })
  const form = { customerId, invoiceNumber: 'SHORT', status: 'sent', issueDate: '2026-03-11', dueDate: '2026-04-09' }
  const line = { description: 'Work', quantity: 1, unitPrice: '100.00' }
  const invoiceId = await post('/api/invoices', { ...form, lineItems: [{ ...line, taxRateId: id }] })
  await app.call(ada, 'PUT', `/api/invoices/${invoiceId}`, { ...form, lineItems: [line] })
  const refused = await app.send(ada, 'DELETE', `/api/tax-rates/${id}`)
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: 'Short is used by 1 document. Archive it instead.' }),
  ])
})

test('a figure is refused when its tax is not one', async () => {
  const refuse = async (query: object) => {
    const parameters = new URLSearchParams({ of: 'tax', ...march, ...query } as Record<string, string>)
    return (await app.send(ada, 'GET', `/api/reports/documents?${parameters}`)).status
  }
  expect([await refuse({ taxComponent: '5' }), await refuse({ taxRateId: 'x' }), await refuse({ rate: '9.97501' })]).toEqual([
    400, 400, 400,
  ])
  expect(await refuse({ taxRateId: '999999', taxComponent: '4', rate: '9.9750' })).toBe(200)
})
