import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import type { ReportWire } from '#shared/contract/reports.ts'
import { day } from '#shared/dates.ts'
import { reportTypes } from '#shared/reports.ts'
import { splitIntoPeriods } from './builders/periods.ts'

let app: TestApp
let ada: Person
let bob: Person
let acme: number
let bolt: number
const invoices: Record<string, number> = {}
const formula = '=HYPERLINK("http://evil.example";"Bolt")'

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  bob = await app.person('bob')
  const make = async (path: string, body: object): Promise<number> => {
    const reply = await app.send(ada, 'POST', path, body)
    expect([path, reply.status < 300, reply.body]).toEqual([path, true, expect.anything()])
    return (reply.body as { id: number }).id
  }
  acme = await make('/api/customers', { name: 'Acme', email: 'pay@acme.example' })
  bolt = await make('/api/customers', { name: formula })
  const invoice = async (number: string, customerId: number, unitPrice: string, rest: object) => {
    const lineItems = [{ description: formula, quantity: 1, unitPrice }]
    invoices[number] = await make('/api/invoices', { customerId, invoiceNumber: number, status: 'sent', lineItems, ...rest })
  }
  await invoice('A-1', acme, '100.00', { issueDate: '2026-01-10', dueDate: '2026-02-09', taxRate: '8.25' })
  await invoice('B-1', bolt, '200.00', { issueDate: '2025-12-20', dueDate: '2026-01-19' })
  await invoice('C-1', acme, '999.00', { issueDate: '2026-01-11', dueDate: '2026-02-11', status: 'draft' })
  const pay = (number: string, amount: string, paymentDate: string) =>
    make(`/api/invoices/${invoices[number]}/payments`, { amount, paymentDate, paymentMethod: 'Check' })
  await pay('B-1', '50.00', '2026-01-05')
  await pay('A-1', '108.25', '2026-02-01')
  const spend = (amount: string, category: string, expenseDate: string) =>
    make('/api/expenses', { description: formula, amount, category, expenseDate, vendor: 'Rail' })
  await spend('30.00', 'Travel', '2026-01-03')
  await spend('20.00', 'Other', '2025-12-31')
})
afterAll(() => app.close())

/** Days around a new year. */
const range = { from: '2025-12-15', to: '2026-01-31' }
const january = { from: '2026-01-01', to: '2026-01-31' }
const url = <Path extends string>(path: Path, query: object) =>
  `/api/reports${path}?${new URLSearchParams(query as Record<string, string>)}` as const
const read = async (query: object, who = ada): Promise<ReportWire> => {
  const reply = await app.send(who, 'GET', url('', query))
  expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ title: expect.any(String) })])
  return reply.body
}
type Cell = ReportWire['table']['rows'][number]['cells'][number]
const shown = ({ text, amount, count, day }: Cell) => text ?? amount ?? count ?? day ?? ''
const rowsOf = ({ table }: ReportWire) => table.rows.map(({ cells }) => cells.map(shown))
const csv = async (query: object, who = ada) => {
  const reply = await app.send(who, 'GET', url('/export', { format: 'csv', ...query }))
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(reply.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  return { rows: Papa.parse<string[]>(reply.bytes.toString().slice(1).trimEnd()).data, disposition: reply.headers['content-disposition'] }
}

test('revenue: payments and refunds by week across a new year', async () => {
  const report = await read({ ...range, type: 'revenue' })
  expect(report.previous).toEqual({ from: '2025-10-28', to: '2025-12-14' })
  expect(report.headline.map(({ label, amount, previous }) => [label, amount, previous])).toEqual([
    ['Money received', '50.00', '0.00'],
    ['Payments', '50.00', '0.00'],
    ['Refunds', '0.00', '0.00'],
  ])
  expect(rowsOf(report)).toEqual([
    ['Dec 15 - Dec 21, 2025', '0.00', '0.00', '0.00'],
    ['Dec 22 - Dec 28, 2025', '0.00', '0.00', '0.00'],
    ['Dec 29, 2025 - Jan 04, 2026', '0.00', '0.00', '0.00'],
    ['Jan 05 - Jan 11, 2026', '50.00', '0.00', '50.00'],
    ['Jan 12 - Jan 18, 2026', '0.00', '0.00', '0.00'],
    ['Jan 19 - Jan 25, 2026', '0.00', '0.00', '0.00'],
    ['Jan 26 - Jan 31, 2026', '0.00', '0.00', '0.00'],
    ['Total', '50.00', '0.00', '50.00'],
    ['Previous period', '0.00', '0.00', '0.00'],
    ['Change', '-', '', '-'],
  ])
  expect(report.chart!.points.map(({ values }) => values[0])).toEqual(['0.00', '0.00', '0.00', '50.00', '0.00', '0.00', '0.00'])
})

test('a month is compared with the month before', async () => {
  const february = { from: '2026-02-01', to: '2026-02-28' }
  expect(rowsOf(await read({ ...february, type: 'revenue' })).slice(-3)).toEqual([
    ['Total', '108.25', '0.00', '108.25'],
    ['Previous period', '50.00', '0.00', '50.00'],
    ['Change', '+116.5%', '', '+116.5%'],
  ])
  const { table } = await read({ ...february, type: 'profit-loss', basis: 'cash' })
  expect(table.rows[1]!.cells.map(shown)).toEqual(['Sales, without sales tax', '100.00', '50.00', '+100.0%'])
  expect(table.rows[1]!.cells[2]!.figure).toEqual({ of: 'sales', basis: 'cash', ...january })
})

test('expenses by category with their share of the total', async () => {
  expect(rowsOf(await read({ ...range, type: 'expenses' }))).toEqual([
    ['Travel', '30.00', '60.0%', '0.00', '-'],
    ['Other', '20.00', '40.0%', '0.00', '-'],
    ['Total', '50.00', '100.0%', '0.00', '-'],
  ])
})

test('customers: invoiced, received and outstanding, the largest first', async () => {
  const report = await read({ ...range, type: 'customer' })
  expect(rowsOf(report)).toEqual([
    [formula, '200.00', '50.00', '150.00'],
    ['Acme', '108.25', '0.00', '0.00'],
    ['Total', '308.25', '50.00', '150.00'],
  ])
  expect(report.table.rows.map(({ cells }) => cells[0]!.path)).toEqual([`/customers/${bolt}`, `/customers/${acme}`, undefined])
})

test('invoices by status and by week, without drafts', async () => {
  const rows = rowsOf(await read({ ...range, type: 'invoice' }))
  expect(rows.slice(0, 7)).toEqual([
    ['By status, as they stand today', '', '', '', ''],
    ['Paid', 1, '108.25', '0.00', '-'],
    ['Sent', 0, '0.00', '0.00', ''],
    ['Overdue', 1, '200.00', '0.00', '-'],
    ['All invoices', 2, '308.25', '0.00', '-'],
    ['By week of issue', '', '', '', ''],
    ['Dec 15 - Dec 21, 2025', 1, '200.00', '', ''],
  ])
  expect(rows.at(-1)).toEqual(['Total', 2, '308.25', '0.00', '-'])
})

test('profit and loss on both bases, reconciled with the money received', async () => {
  const amounts = async (basis: string) =>
    rowsOf(await read({ ...range, type: 'profit-loss', basis })).map(([name, amount]) => [name, amount])
  expect(await amounts('accrual')).toEqual([
    ['Income', ''],
    ['Sales, without sales tax', '300.00'],
    ['Total income', '300.00'],
    ['Expenses', ''],
    ['Travel', '30.00'],
    ['Other', '20.00'],
    ['Total expenses', '50.00'],
    ['Net profit', '250.00'],
    ['From income to the money received', ''],
    ['Income', '300.00'],
    ['Plus sales tax', '8.25'],
    ['Plus what customers owed at the start', '0.00'],
    ['Less what customers owe at the end', '258.25'],
    ['Plus change in customer credit', '0.00'],
    ['Money received', '50.00'],
  ])
  const cash = await amounts('cash')
  expect(cash.filter(([name]) => ['Total income', 'Net profit', 'Plus sales tax', 'Money received'].includes(String(name)))).toEqual([
    ['Total income', '50.00'],
    ['Net profit', '0.00'],
    ['Plus sales tax', '0.00'],
    ['Money received', '50.00'],
  ])
  expect(await read({ ...range, type: 'profit-loss' })).toEqual(await read({ ...range, type: 'profit-loss', basis: 'accrual' }))
})

test('sales tax by rate', async () => {
  expect(rowsOf(await read({ ...range, type: 'sales-tax' }))).toEqual([
    ['Sales tax', '8.25%', '100.00', '8.25', '0.00', '8.25', '0.00', '-'],
    ['No rate', '', '200.00', '0.00', '0.00', '0.00', '0.00', ''],
    ['Total', '', '300.00', '8.25', '0.00', '8.25', '0.00', '-'],
  ])
})

test('receivables by age at the end of the range, reconciled with the outstanding amount', async () => {
  expect(rowsOf(await read({ ...range, type: 'receivables' }))).toEqual([
    [formula, '0.00', '150.00', '0.00', '0.00', '0.00', '150.00'],
    ['Acme', '108.25', '0.00', '0.00', '0.00', '0.00', '108.25'],
    ['Total', '108.25', '150.00', '0.00', '0.00', '0.00', '258.25'],
    ['Share', '41.9%', '58.1%', '0.0%', '0.0%', '0.0%', '100.0%'],
  ])
  app.setNow(new Date('2026-01-31T12:00:00Z'))
  expect(rowsOf(await read({ ...range, type: 'receivables' })).slice(-2)).toEqual([
    ['Invoices and payments dated after Jan 31, 2026', '', '', '', '', '', '-108.25'],
    ['Outstanding', '', '', '', '', '', '150.00'],
  ])
  app.setNow(new Date('2026-06-30T12:00:00Z'))
})

test('a statement: the opening balance, each line with its balance, and the closing balance', async () => {
  const report = await read({ ...january, type: 'statement', customerId: bolt })
  expect(rowsOf(report)).toEqual([
    ['2026-01-01', 'Opening balance', '', '', '200.00'],
    ['2026-01-05', 'Payment for B-1 (Check)', '', '50.00', '150.00'],
    ['2026-01-31', 'Closing balance', '', '', '150.00'],
  ])
  expect(report.table.rows[1]!.cells[1]!.path).toBe(`/invoices/${invoices['B-1']}`)
  const lines = rowsOf(await read({ ...range, type: 'statement', customerId: acme }))
  expect(lines[1]).toEqual(['2026-01-10', 'Invoice A-1, due Feb 09, 2026', '108.25', '', '108.25'])
})

test('a figure opens to its documents', async () => {
  const open = async (figure: object) => await app.call(ada, 'GET', url('/documents', figure))
  expect(await open({ of: 'profit', ...range })).toEqual({
    sum: '250.00',
    count: 4,
    next: null,
    rows: [
      {
        kind: 'invoice',
        id: invoices['A-1'],
        title: 'A-1',
        name: 'Acme',
        day: '2026-01-10',
        amount: '100.00',
        path: `/invoices/${invoices['A-1']}`,
      },
      expect.objectContaining({ kind: 'expense', title: formula, name: 'Rail', amount: '-30.00' }),
      expect.objectContaining({ kind: 'expense', day: '2025-12-31', amount: '-20.00' }),
      expect.objectContaining({ title: 'B-1', name: formula, amount: '200.00' }),
    ],
  })
  const { path } = (await open({ of: 'expenses', category: 'Travel', ...range })).rows[0]!
  const record = await app.send(ada, 'GET', `/api${path!.replace('?open=', '/')}`)
  expect(record.body).toMatchObject({ amount: '30.00', category: 'Travel' })
})

test('the cards above: exact figures of the range, of now, and of this month', async () => {
  expect(await app.call(ada, 'GET', url('/summary', range))).toEqual({
    range,
    previous: { from: '2025-10-28', to: '2025-12-14' },
    ...{ totalRevenue: '50.00', revenuePrevious: '0.00', totalExpenses: '50.00', expensesPrevious: '0.00' },
    ...{ outstanding: '150.00', pendingInvoices: 1, paidThisMonth: '0.00', invoicesPaid: 0 },
  })
  app.setNow(new Date('2026-02-10T12:00:00Z'))
  expect(await app.call(ada, 'GET', url('/summary', range))).toMatchObject({ paidThisMonth: '108.25', invoicesPaid: 1 })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
})

test('the CSV file has the table’s rows and no spreadsheet formulas', async () => {
  const { rows, disposition } = await csv({ ...range, type: 'customer' })
  expect(disposition).toContain('attachment; filename="customer-report-2025-12-15-to-2026-01-31.csv"')
  expect(rows).toEqual([
    ['Customer', 'Invoiced', 'Money received', 'Outstanding now'],
    [`'${formula}`, '200.00', '50.00', '150.00'],
    ['Acme', '108.25', '0.00', '0.00'],
    ['Total', '308.25', '50.00', '150.00'],
  ])
  const loss = await csv({ from: '2025-12-31', to: '2026-01-05', type: 'profit-loss', basis: 'cash' })
  expect(loss.disposition).toContain('profit-and-loss-2025-12-31-to-2026-01-05.csv')
  const earlier = await csv({ from: '2025-12-31', to: '2026-01-04', type: 'profit-loss', basis: 'cash' })
  expect(earlier.rows.find(([name]) => name === 'Net profit')![1]).toBe('-50.00')
})

test('each report as a PDF file', async () => {
  for (const type of reportTypes) {
    const customer = type === 'statement' ? { customerId: bolt } : {}
    const reply = await app.send(ada, 'GET', url('/export', { format: 'pdf', ...range, type, ...customer }))
    expect([type, reply.status, reply.bytes.subarray(0, 5).toString()]).toEqual([type, 200, '%PDF-'])
  }
})

test('ranges at the limits: the earliest and latest days, a century, all days, a leap day', async () => {
  const happened = { from: '2025-01-01', to: '2026-12-31' }
  for (const [from, to, points, shown] of [
    ['9999-01-01', '9999-12-31', 12],
    ['1950-06-15', '2050-06-14', 24, happened],
    ['1900-01-01', '9999-12-31', 24, happened],
    ['1900-01-01', '1900-01-01', 1],
    ['9999-12-31', '9999-12-31', 1],
    ['2024-02-29', '2024-02-29', 1],
  ] as const) {
    expect((await app.send(ada, 'GET', url('/summary', { from, to }))).status).toBe(200)
    for (const type of reportTypes) {
      const { chart, table } = await read({ from, to, type, ...(type === 'statement' && { customerId: acme }) })
      const drawn = chart?.points ?? []
      if (drawn[0]?.from)
        expect([from, type, drawn.length, { from: drawn[0].from, to: drawn.at(-1)!.to }]).toEqual([
          from,
          type,
          points,
          shown ?? { from, to },
        ])
      expect(table.rows.length).toBeGreaterThan(0)
    }
  }
  const parts = (from: string, to: string) => splitIntoPeriods({ from: day(from), to: day(to) }).map(({ label }) => label)
  expect([parts('1950-06-15', '2050-06-14').length, parts('1955-01-01', '2060-12-31').slice(0, 2)]).toEqual([
    101,
    ['1955-1959', '1960-1969'],
  ])
  expect([...parts('2026-01-05', '2026-01-05'), parts('2026-03-01', '2026-04-30')[1]]).toEqual(['Jan 05, 2026', 'Mar 02 - Mar 08, 2026'])
  expect([parts('1900-01-01', '9999-12-31').length, parts('1900-01-01', '9999-12-31')[0]]).toEqual([81, '1900-1999'])
  expect((await read({ from: '1900-01-01', to: '9999-12-31', type: 'revenue' })).headline[0]!.amount).toBe('158.25')
})

test('invalid queries are refused with the reason', async () => {
  const good = { ...range, type: 'revenue' }
  const figure = { of: 'received', ...range }
  const refused: [string, object, string][] = [
    ...['', '/summary', '/documents', '/export'].map((path): [string, object, string] => [
      path,
      {
        ...(path === '/documents' ? figure : path === '/summary' ? range : good),
        ...(path === '/export' && { format: 'csv' }),
        to: '2025-12-14',
      },
      'The end date is before the start date',
    ]),
    ['', { ...good, from: '2026-02-30' }, 'From must be a day that exists'],
    ['', { ...good, to: '' }, 'To is required'],
    ['', { ...good, type: 'balance' }, 'type must be one of'],
    ['', { ...good, type: '__proto__' }, 'type must be one of'],
    ['', { ...good, basis: 'both' }, 'basis must be one of accrual, cash'],
    ['', { ...good, type: 'statement' }, 'Choose a customer'],
    ['', { ...good, type: 'statement', customerId: '1 or 1=1' }, 'Customer is required'],
    ['', { ...good, nobody: '1' }, ''],
    ['/export', { ...good, format: 'xlsx' }, 'format must be csv or pdf'],
    ['/documents', { ...figure, of: 'everything' }, 'of must be one of'],
    ['/documents', { ...figure, category: 'Bribes' }, 'Category must be one of the list'],
    ['/documents', { ...figure, rate: '101' }, 'Tax rate must be from 0 to 100'],
    ['/documents', { ...figure, bucket: 'never' }, 'bucket must be one of'],
    ['/documents', { ...figure, limit: '0' }, 'limit must be a whole number'],
    ['/documents', { ...figure, after: 'x' }, 'after is not a cursor of this list'],
    ['/documents', { ...figure, after: Buffer.from('["2026-01-01","payment",1e300]').toString('base64url') }, 'after is not a cursor'],
  ]
  for (const [path, query, message] of refused) {
    const reply = await app.send(ada, 'GET', url(path, query))
    expect([path, query, reply.status, readRefusal(reply).message]).toEqual([path, query, 400, expect.stringContaining(message)])
  }
})

test('another user sees nothing of it, and a visitor has to sign in', async () => {
  const theirs = { ...range, type: 'statement', customerId: acme }
  const missing = await app.send(bob, 'GET', url('', { ...theirs, customerId: 999_999 }))
  const paths: [string, object][] = [
    ['', theirs],
    ['/export', { ...theirs, format: 'csv' }],
    ['/export', { ...theirs, format: 'pdf' }],
  ]
  for (const [path, query] of paths) {
    const reply = await app.send(bob, 'GET', url(path, query))
    expect([path, reply.status, reply.body]).toEqual([path, 404, missing.body])
    expect((await app.send(null, 'GET', url(path, query))).status).toBe(401)
  }
  const opened = await app.send(bob, 'GET', url('/documents', { of: 'received', ...range, customerId: acme }))
  expect(opened.body).toEqual({ sum: '0.00', count: 0, rows: [], next: null })
  expect((await app.send(null, 'GET', url('/documents', { of: 'received', ...range }))).status).toBe(401)
  const gone = (await app.call(ada, 'POST', '/api/customers', { name: 'Gone' })).id
  await app.send(ada, 'DELETE', `/api/customers/${gone}`)
  expect((await app.send(ada, 'GET', url('', { ...theirs, customerId: gone }))).status).toBe(404)
})
