import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { ReportWire } from '#shared/contract/reports.ts'

// The year of a small business, with all ways in which money comes and goes. The figures were computed by hand:
//
//                                            net       tax   paid
// Jan 10  A-1 1,000 + 20%                 1,000.00   200.00   600.00 on Feb 5; Mar 1 credited 240.00; 360.00 on Mar 20
// Jan 15  A-2   600 + 20%, 3 instalments    600.00   120.00   240.00 on Feb 15, 480.00 on Apr 10
// Feb  1  A-4 deposit of 30% for A-3        600.00   120.00   720.00 on Feb 10
// Mar 31  A-3 2,000 + 20% less A-4        1,400.00   280.00 1,680.00 on Apr 20
// Apr  1  A-5   100 + 20%                   100.00    20.00   150.00 on Apr 15: 30.00 is credit
// Apr  5  A-6    50 + 20%                    50.00    10.00    30.00 of that credit on Apr 30, 30.00 in a transfer on Jun 10
// May  1  A-7   200 + 20%                   200.00    40.00   240.00 in the same transfer
// May  2  A-8   300 + 20%                   300.00    60.00   360.00 in the same transfer
// May 20  B-1 EUR 1,000 + 20% at 1.10     1,100.00   220.00 1,344.00 on Jun 25: a gain of 24.00
// Jun  1  A-9   100 + 20%                   100.00    20.00   120.00 on Jun 5; Jul 10 refunded 60.00 with a credit note of 50.00 + 10.00
// Jun 15  A-10  500 + 20%                   500.00   100.00   written off with its tax on Sep 1
// Jul  1  A-11  100 + 20%                   100.00    20.00   120.00 in a transfer on Aug 20, with
// Aug  1  a late fee for A-11                25.00     0.00    25.00
// Sep 10  500.00 of another customer before any invoice: credit
// Oct  1  C-1   300 + 20%                   300.00    60.00   360.00 of that credit on Oct 5: 140.00 is left
// Nov  3  an expense of 200.00

let app: TestApp
let ada: Person
let [a, b, c]: number[] = []

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const { status, body } = await app.send(ada, method, `/api/${path}`, payload)
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
  return body
}
const at = (day: string) => app.setNow(new Date(`${day}T12:00:00Z`))
const invoice = async (invoiceNumber: string, issueDate: string, unitPrice: string, over: object = {}) => {
  at(issueDate)
  const { id } = await call('POST', 'invoices', {
    ...{ customerId: a, invoiceNumber, issueDate, dueDate: '2025-12-31', status: 'sent', taxRate: 20 },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    ...over,
  })
  return id as number
}
const issue = async (id: number, over: object = {}) => {
  const { customerId, invoiceNumber, issueDate, dueDate, lineItems } = await call('GET', `invoices/${id}`)
  const lines = lineItems
    .filter(({ kind }: { kind: string }) => kind !== 'deposit')
    .map(({ id: lineId, description, quantity, unitPrice }: Record<string, unknown>) => ({
      ...{ id: lineId, description, quantity, unitPrice },
    }))
  await call('PUT', `invoices/${id}`, { customerId, invoiceNumber, issueDate, dueDate, lineItems: lines, status: 'sent', ...over })
}
const payment = (amount: string, paymentDate: string, over: object = {}) => {
  at(paymentDate)
  return { amount, paymentDate, paymentMethod: 'Bank transfer', sendReceipt: false, ...over }
}
const pay = (id: number, amount: string, day: string, over: object = {}) =>
  call('POST', `invoices/${id}/payments`, payment(amount, day, over))
const transfer = (customerId: number, amount: string, day: string) => call('POST', `customers/${customerId}/payments`, payment(amount, day))

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  at('2025-01-01')
  ada = await app.person('ada')
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  const customer = async (name: string) => (await call('POST', 'customers', { name })).id as number
  ;[a, b, c] = [await customer('Acme'), await customer('Berlin GmbH'), await customer('Cato')]

  const one = await invoice('A-1', '2025-01-10', '1000.00')
  const two = await invoice('A-2', '2025-01-15', '600.00')
  const instalments = ['02', '03', '04'].map((month) => ({ dueDate: `2025-${month}-15`, amount: '240.00' }))
  await call('PUT', `invoices/${two}/instalments`, { instalments })
  const three = await invoice('A-3', '2025-02-01', '2000.00', { status: 'draft' })
  const deposit = (await call('POST', `invoices/${three}/deposits`, { percent: '30' })).id as number
  await issue(deposit, { invoiceNumber: 'A-4', issueDate: '2025-02-01', dueDate: '2025-02-15' })
  await pay(one, '600.00', '2025-02-05')
  await pay(deposit, '720.00', '2025-02-10')
  await pay(two, '240.00', '2025-02-15')
  at('2025-03-01')
  await call('POST', 'credit-notes', { invoiceId: one, amount: '240.00', issueDate: '2025-03-01' })
  await pay(one, '360.00', '2025-03-20')
  at('2025-03-31')
  await call('PUT', `invoices/${three}/deductions/${deposit}`, {})
  await issue(three, { issueDate: '2025-03-31' })

  const five = await invoice('A-5', '2025-04-01', '100.00')
  const six = await invoice('A-6', '2025-04-05', '50.00')
  await pay(two, '480.00', '2025-04-10')
  await pay(five, '150.00', '2025-04-15')
  await pay(three, '1680.00', '2025-04-20')
  await invoice('A-7', '2025-05-01', '200.00', { dueDate: '2025-06-01' })
  await invoice('A-8', '2025-05-02', '300.00', { dueDate: '2025-06-02' })
  // Applied in May, but of April.
  await call('POST', `invoices/${six}/credit-applications`, { day: '2025-04-30' })
  const foreign = await invoice('B-1', '2025-05-20', '1000.00', { customerId: b, currency: 'EUR', exchangeRate: '1.1' })
  const nine = await invoice('A-9', '2025-06-01', '100.00')
  const paid = await pay(nine, '120.00', '2025-06-05')
  await transfer(a!, '630.00', '2025-06-10')
  const ten = await invoice('A-10', '2025-06-15', '500.00')
  await pay(foreign, '1200.00', '2025-06-25', { homeAmount: '1344.00' })

  const eleven = await invoice('A-11', '2025-07-01', '100.00', { dueDate: '2025-07-15' })
  // Recorded in August, but of July.
  await call('PUT', 'late-fee-rule', {
    kind: 'fixed',
    amount: '25.00',
    graceDays: 10,
    repeats: 'once',
    isAutomatic: false,
    validFrom: '2025-01-01',
  })
  at('2025-08-01')
  const refund = { amount: '60.00', withCreditNote: true, sendEmail: false, day: '2025-07-10' }
  await call('POST', `invoices/${nine}/payments/${paid.payment.id}/refund`, refund)
  const { proposal } = await call('GET', `invoices/${eleven}/late-fees`)
  await call('POST', `invoices/${eleven}/late-fees`, { ruleId: proposal.ruleId, occurrence: proposal.occurrence })
  at('2025-09-01')
  await call('POST', `invoices/${ten}/write-offs`, { day: '2025-09-01', recoversTax: true })
  await transfer(a!, '145.00', '2025-08-20')
  await transfer(c!, '500.00', '2025-09-10')
  const last = await invoice('C-1', '2025-10-01', '300.00', { customerId: c })
  at('2025-11-03')
  await call('POST', `invoices/${last}/credit-applications`, { day: '2025-10-05' })
  await call('POST', 'expenses', { description: 'Rent', category: 'Office Supplies', amount: '200.00', expenseDate: '2025-11-03' })
  at('2025-12-31')
})
afterAll(() => app.close())

const read = (query: object): Promise<ReportWire> => call('GET', `reports?${new URLSearchParams({ ...query })}`) as never
const quarters = [
  { from: '2025-01-01', to: '2025-03-31' },
  { from: '2025-04-01', to: '2025-06-30' },
  { from: '2025-07-01', to: '2025-09-30' },
  { from: '2025-10-01', to: '2025-12-31' },
]
/** The amount under a heading of the row that begins with a text. */
const cell = ({ table: { columns, rows } }: ReportWire, name: string, key: string) => {
  const row = rows.find(({ cells }) => cells.some(({ text }) => text === name))
  return row?.cells[columns.findIndex((column) => column.key === key)]?.amount
}
const balances = async (basis: string) => {
  const { accounts } = await call('GET', `books/balances?day=2025-12-31&basis=${basis}`)
  return Object.fromEntries(
    accounts.flatMap(({ number, debit, credit }: Record<string, string | null>) => {
      const amount = Number(debit ?? 0) - Number(credit ?? 0)
      return amount === 0 ? [] : [[number, amount]]
    }),
  )
}

test('the trial balance at the end of the year, on both bases', async () => {
  // Bank, sales tax, the credit of Cato, sales, late fees, the exchange gain, bad debts, office supplies: they add up to zero.
  const same = { 1000: 6709, 2200: -1120, 2300: -140, 4010: -25, 4910: -24, 6100: 200 }
  expect(await balances('accrual')).toEqual({ ...same, 4000: -6100, 6010: 500 })
  // What was never paid is neither a sale nor a bad debt.
  expect(await balances('cash')).toEqual({ ...same, 4000: -5600 })
})

test.each([
  ['accrual', ['3400.00', '2374.00', '-425.00', '100.00'], ['680.00', '470.00', '-90.00', '60.00']],
  ['cash', ['1600.00', '3674.00', '75.00', '100.00'], ['320.00', '730.00', '10.00', '60.00']],
])('profit and sales tax by quarter, on a basis of %s', async (basis, profits, taxes) => {
  const reports = await Promise.all(quarters.map((range) => read({ ...range, type: 'profit-loss', basis })))
  expect(reports.map((report) => cell(report, 'Net profit', 'amount'))).toEqual(profits)
  const taxed = await Promise.all(quarters.map((range) => read({ ...range, type: 'sales-tax', basis })))
  expect(taxed.map((report) => cell(report, 'Total', 'tax'))).toEqual(taxes)
})

test('aged receivables and statements', async () => {
  const open = await Promise.all(
    ['2025-03-31', '2025-06-30', '2025-12-31'].map(async (to) =>
      cell(await read({ type: 'receivables', from: '2025-01-01', to }), 'Total', 'total'),
    ),
  )
  // A-2 without its first instalment and A-3; A-10; nothing.
  expect(open).toEqual(['2160.00', '600.00', '0.00'])
  const statements = await Promise.all(
    [a, b, c].map(async (customerId) => {
      const report = await read({ type: 'statement', from: '2025-01-01', to: '2025-12-31', customerId: customerId! })
      return report.table.rows.at(-1)!.cells.at(-1)!.amount
    }),
  )
  expect(statements).toEqual(['0.00', '0.00', '-140.00'])
})

test('the books agree with their documents', async () => {
  expect((await call('GET', 'books/health')).findings).toEqual([])
})
