import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import type { ReportWire } from '#shared/contract/reports.ts'

// Write-offs in the books: reports on both bases, statements, drill-down, the journal and closed months.

let app: TestApp
let ada: Person
let customerId: number
let quebec: number
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  customerId = (await createRecords(app, ada).customer()).id
  quebec = (
    await app.call(ada, 'POST', '/api/tax-rates', {
      name: 'Quebec',
      components: [
        { name: 'GST', percent: '5', isCompound: false },
        { name: 'QST', percent: '10', isCompound: true },
      ],
    })
  ).id
  const records = createRecords(app, ada)
  const sale = async (unitPrice: string, fields: object = {}) =>
    (
      await records.invoice({
        ...{ customerId, status: 'sent', issueDate: '2026-03-10', dueDate: '2026-04-09' },
        lineItems: [{ description: 'Work', quantity: 1, unitPrice, taxRateId: quebec }],
        ...fields,
      })
    ).id
  // 200.00 + 10.00 + 21.00 = 231.00, of which 115.50 is paid in April.
  const part = await sale('200.00')
  await records.payment(part, { amount: '115.50', paymentDate: '2026-04-15' })
  await records.writeOff(part, { day: '2026-05-20', recoversTax: true })
  // 100.00 + 5.00 + 10.50 = 115.50, written off in May and paid in June after all.
  const late = await sale('100.00')
  await records.writeOff(late, { day: '2026-05-31', recoversTax: true })
  await records.payment(late, { amount: '115.50', paymentDate: '2026-06-10' })
  // Without a word about tax.
  await records.writeOff(await sale('10.00'), { day: '2026-05-20', amount: '1.55' })
})
afterAll(() => app.close())

const may = { from: '2026-05-01', to: '2026-05-31' }
const read = async (query: object): Promise<ReportWire> =>
  (await app.send(ada, 'GET', `/api/reports?${new URLSearchParams({ ...may, ...query } as Record<string, string>)}`)).body
/** The first text of each row, and its amounts without those of the previous period. */
const rowsOf = ({ table: { columns, rows } }: ReportWire) =>
  rows.map(({ cells }) => [
    cells.find(({ text }) => text)?.text,
    ...cells.flatMap(({ amount }, i) => (amount === undefined || columns[i]!.key === 'previous' ? [] : [amount])),
  ])
const find = (report: ReportWire, name: string) => rowsOf(report).find(([first]) => first === name)

test('Profit & Loss has bad debts as an expense, on an accrual basis alone, and leads to the money received', async () => {
  const accrual = await read({ type: 'profit-loss', basis: 'accrual' })
  // 100.00 of the first, 100.00 of the second, 1.55 of the third.
  expect(find(accrual, 'Bad debts')).toEqual(['Bad debts', '201.55'])
  expect(find(accrual, 'Total expenses')).toEqual(['Total expenses', '201.55'])
  expect(find(accrual, 'Net profit')).toEqual(['Net profit', '-201.55'])
  expect(rowsOf(accrual).slice(-7)).toEqual([
    ['Income', '0.00'],
    ['Plus sales tax', '-31.00'],
    ['Less bad debts', '201.55'],
    ['Plus what customers owed at the start', '242.55'],
    ['Less what customers owe at the end', '10.00'],
    ['Plus change in customer credit', '0.00'],
    ['Money received', '0.00'],
  ])
  const june = await read({ type: 'profit-loss', basis: 'accrual', from: '2026-06-01', to: '2026-06-30' })
  expect([find(june, 'Bad debts'), find(june, 'Money received')]).toEqual([
    ['Bad debts', '-100.00'],
    ['Money received', '115.50'],
  ])
  expect(find(june, 'Plus change in customer credit')).toEqual(['Plus change in customer credit', '0.00'])
  const cash = await read({ type: 'profit-loss', basis: 'cash', from: '2026-03-01', to: '2026-06-30' })
  expect([find(cash, 'Bad debts'), find(cash, 'Total expenses'), find(cash, 'Total income')]).toEqual([
    undefined,
    ['Total expenses', '0.00'],
    ['Total income', '200.00'],
  ])
})

test('the sales tax report takes the tax part back for each tax, and leaves what is taxed as it is', async () => {
  const rows = async (range: object, basis = 'accrual') => rowsOf(await read({ type: 'sales-tax', basis, ...range }))
  expect(await rows({ from: '2026-03-01', to: '2026-05-31' })).toEqual([
    ['Quebec: GST', '310.00', '15.50', '10.00', '5.50'],
    ['Quebec: QST', '325.50', '32.55', '21.00', '11.55'],
    ['Total', '310.00', '48.05', '31.00', '17.05'],
  ])
  expect(await rows({ from: '2026-06-01', to: '2026-06-30' })).toEqual([
    ['Quebec: GST', '0.00', '0.00', '-5.00', '5.00'],
    ['Quebec: QST', '0.00', '0.00', '-10.50', '10.50'],
    ['Total', '0.00', '0.00', '-15.50', '15.50'],
  ])
  expect((await rows({ from: '2026-03-01', to: '2026-06-30' }, 'cash')).at(-1)).toEqual(['Total', '200.00', '31.00', '0.00', '31.00'])
})

test('each cell leads to the invoices that it is the sum of', async () => {
  for (const [of, sum, kinds] of [
    ['badDebts', '201.55', ['write-off', 'write-off', 'write-off']],
    ['taxCredited', '31.00', ['write-off', 'write-off']],
    ['taxBase', '0.00', []],
    ['costs', '201.55', ['write-off', 'write-off', 'write-off']],
  ] as const) {
    const { body } = await app.send(ada, 'GET', `/api/reports/documents?${new URLSearchParams({ of, ...may, basis: 'accrual' })}`)
    // A compound tax is a line of each component.
    expect([of, body.sum, body.rows.map(({ kind }: { kind: string }) => kind)]).toEqual([of, sum, kinds])
  }
})

test('each cell of both reports is the sum of the documents that it leads to, on both bases', async () => {
  let compared = 0
  for (const type of ['profit-loss', 'sales-tax'])
    for (const basis of ['accrual', 'cash']) {
      const { table } = await read({ type, basis, from: '2026-03-01', to: '2026-06-30' })
      for (const { figure, amount } of table.rows.flatMap(({ cells }) => cells)) {
        if (!figure || amount === undefined) continue
        const query = new URLSearchParams(figure as unknown as Record<string, string>)
        const { body } = await app.send(ada, 'GET', `/api/reports/documents?${query}`)
        expect([type, basis, figure, body.sum]).toEqual([type, basis, figure, amount])
        compared++
      }
    }
  expect(compared).toBeGreaterThan(50)
})

test('what is owed on a day is less the write-offs until then', async () => {
  const owed = async (to: string) => (await read({ type: 'receivables', from: '2026-01-01', to })).headline[0]!.amount
  expect([await owed('2026-05-19'), await owed('2026-05-20'), await owed('2026-05-31'), await owed('2026-06-30')]).toEqual([
    ...['242.55', '125.50', '10.00', '10.00'],
  ])
})

test('the statement calls it an adjustment, and says nothing about a write-off', async () => {
  const statement = await read({ type: 'statement', customerId, from: '2026-05-01', to: '2026-06-30' })
  const texts = statement.table.rows.flatMap(({ cells }) => cells[1]!.text ?? [])
  expect(texts).toEqual([
    'Opening balance',
    expect.stringMatching(/^Adjustment for I-\d+$/),
    expect.stringMatching(/^Adjustment for I-\d+$/),
    expect.stringMatching(/^Adjustment for I-\d+$/),
    expect.stringMatching(/^Adjustment for I-\d+ taken back$/),
    expect.stringMatching(/^Payment for I-\d+ \(Cash\)$/),
    'Closing balance',
  ])
  expect(statement.table.rows.map(({ cells }) => cells.at(-1)!.amount)).toEqual([
    ...['242.55', '127.05', '125.50', '10.00', '125.50', '10.00', '10.00'],
  ])
  expect(JSON.stringify(statement)).not.toMatch(/writ/i)
})

test('the journal names both events, and the books are sound', async () => {
  const journal = (await app.send(ada, 'GET', '/api/books/journal?format=hledger')).bytes.toString()
  expect(journal).toContain('Write-off of')
  expect(journal).toContain('Expenses:Bad Debts')
  const { body } = await app.send(ada, 'GET', '/api/books/entries?kind=write-off%20reversal')
  expect(body.map?.(({ kind }: { kind: string }) => kind) ?? body).toEqual(['write-off reversal'])
  expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])
})

test('a day in a closed month is refused with the way out; a later reversal and a later payment leave the month as it is', async () => {
  const bob = await app.person('bob')
  const records = createRecords(app, bob)
  const [{ id }, other] = [
    await records.invoice({ status: 'sent', issueDate: '2026-01-10' }),
    await records.invoice({ status: 'sent', issueDate: '2026-01-10' }),
  ]
  const { writeOff } = await records.writeOff(id, { day: '2026-01-20' })
  await app.call(bob, 'POST', '/api/books/closings', { throughDay: '2026-01-31' })
  const refused = await app.send(bob, 'POST', `/api/invoices/${other.id}/write-offs`, { day: '2026-01-31' })
  const message = 'Your books are closed through Jan 31, 2026. Choose a later date, or reopen the closing on the Books page.'
  expect([refused.status, refused.body]).toMatchObject([409, { message, issues: [{ path: 'day', message }] }])
  const month = async () => (await app.send(bob, 'GET', '/api/books/journal?format=csv&from=2026-01-01&to=2026-01-31')).bytes.toString()
  const before = await month()
  const undone = await app.send(bob, 'POST', `/api/invoices/${id}/write-offs/${writeOff.id}/reverse`)
  expect([undone.status, undone.body.writeOff.reversal.day]).toEqual([200, '2026-06-30'])
  await records.writeOff(other.id, { day: '2026-02-01' })
  await records.payment(other.id, { amount: '10.00', paymentDate: '2026-03-01' })
  expect(await month()).toBe(before)
  expect((await app.call(bob, 'GET', '/api/books/health')).findings).toEqual([])
})

test('in another currency the books have what the receivable was worth', async () => {
  const eve = await app.person('eve')
  const records = createRecords(app, eve)
  const { id } = await records.invoice({
    ...{ status: 'sent', issueDate: '2026-03-10', dueDate: '2026-04-09', currency: 'EUR', exchangeRate: '1.0842', taxRate: '19' },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '1000.00' }],
  })
  await records.payment(id, { amount: '400.00', paymentDate: '2026-04-01', exchangeRate: '1.10' })
  const { writeOff } = await records.writeOff(id, { day: '2026-05-20', recoversTax: true })
  // 19% of 790.00 are in it: 126.13.
  expect([writeOff.amount, writeOff.currency, writeOff.taxPart]).toEqual(['790.00', 'EUR', '126.13'])
  const balance = async (account: number) =>
    (
      await app.sql<{ sum: string }>(
        `select coalesce(sum(case when debit_account = $2 then amount else -amount end), 0)::numeric(14,2)::text as sum from journal_lines
         where user_id = $1 and basis = 'accrual' and $2 in (debit_account, credit_account)`,
        [eve.userId, account],
      )
    )[0]!.sum
  // 1,290.20 less 433.68 is 856.52, of which 206.00 x 790 / 1190 = 136.76 is tax.
  expect([await balance(1200), await balance(6010), await balance(2200), await balance(4910)]).toEqual([
    '0.00',
    '719.76',
    '-69.24',
    '-6.32',
  ])
  const [row] = await app.sql<{ home: string }>('select home_amount::text as home from movements where user_id = $1', [eve.userId])
  expect(row).toEqual({ home: '856.52' })
  expect((await app.call(eve, 'GET', '/api/books/health')).findings).toEqual([])
})
