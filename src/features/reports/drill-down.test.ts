import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { FigureDocumentsWire, FigureRef, ReportWire } from '#shared/contract/reports.ts'
import { parseAmount } from '#shared/money.ts'
import { bases, hasBasis, reportTypes } from '#shared/reports.ts'
import { soakSeed } from '#shared/testing/soak.ts'

// Opens every figure of every report to its documents, for an account with invoices of every kind of history.

let app: TestApp
let ada: Person
let customers: { id: number; name: string }[]
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  ada = await app.person('ada')
  app.setNow(new Date('2026-02-10T12:00:00Z'))
  await app.database.asUser(ada.userId, (db) => insertLedger(db, createRandomLedger(8 + soakSeed, 360)))
  // A deleted customer: what a provider collected for their deleted invoice still counts.
  await app.sql(
    `update documents set customer_id = null, former_customer_id = 999999, customer_snapshot = '{"name":"Gone & Co"}'
     where id = (select p.document_id from payments p join documents i on i.id = p.document_id where i.deleted_at is not null and p.provider <> 'manual' limit 1)`,
  )
  // Autovacuum does this within a minute of so many inserts.
  await app.sql('analyze')
  customers = await app.sql('select id::int, name from customers where user_id = $1 order by id', [ada.userId])
})
afterAll(() => app.close())

const ranges = [
  { from: '2025-11-15', to: '2026-01-20' },
  { from: '2025-01-01', to: '2025-12-31' },
]
const get = async <T>(path: string, query: object): Promise<T> => {
  const reply = await app.send(ada, 'GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
  expect([path, query, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([path, query, 200, ''])
  return reply.body as T
}
const read = (query: object) => get<ReportWire>('/api/reports', query)

const opened = new Map<string, Promise<FigureDocumentsWire>>()
const open = (figure: FigureRef) => {
  const key = JSON.stringify(figure)
  const known = opened.get(key) ?? get<FigureDocumentsWire>('/api/reports/documents', { ...figure, limit: 500 })
  opened.set(key, known)
  return known
}
/** In cents: sums of many decimal numbers are not exact. */
const added = (amounts: readonly string[]) => amounts.reduce((all, each) => all + parseAmount(each), 0)

/** The amounts of a report that open to documents, each with its drill-down query and its place. */
const amountsOf = ({ headline, table }: ReportWire) => [
  ...headline.flatMap(({ label, amount, figure }) =>
    amount === undefined ? [] : [{ at: `headline ${label}`, amount, figure, role: 'headline' }],
  ),
  ...table.rows.flatMap(({ role, cells }) =>
    cells.flatMap(({ amount, figure }, i) =>
      amount === undefined ? [] : [{ at: `${cells[0]!.text ?? cells[1]!.text} / ${table.columns[i]!.label}`, amount, figure, role }],
    ),
  ),
]

const asked = ranges.flatMap((range) =>
  reportTypes
    .filter((type) => type !== 'statement')
    .flatMap((type) => (hasBasis(type) ? bases : [undefined]).map((basis) => ({ ...range, type, ...(basis && { basis }) }))),
)
test.each(asked)('every figure of $type ($basis) from $from to $to is the sum of the documents that it opens to', async (query) => {
  const report = await read(query)
  const amounts = amountsOf(report)
  expect(amounts.length).toBeGreaterThan(3)
  for (const { at, amount, figure } of amounts) {
    if (at.startsWith('Invoices and payments dated after')) continue
    expect([at, figure]).toEqual([at, expect.objectContaining({ of: expect.any(String) })])
    const { sum, count, rows, next } = await open(figure!)
    expect([at, figure, sum, rows.length, next]).toEqual([at, figure, amount, count, null])
    expect([at, added(rows.map((row) => row.amount))]).toEqual([at, parseAmount(amount)])
    for (const row of rows) expect(row.title.length).toBeGreaterThan(0)
  }
})

test.each(ranges)('income and sales tax from $from to $to reconcile with the money received, on both bases', async (range) => {
  for (const basis of bases) {
    const { table } = await read({ ...range, type: 'profit-loss', basis })
    const begin = table.rows.findIndex(({ cells }) => cells[0]!.text === 'From income to the money received')
    const lines = table.rows.slice(begin + 1).map(({ cells }) => ({ words: cells[0]!.text!, amount: parseAmount(cells[1]!.amount!) }))
    const received = lines.pop()!
    expect(received.words).toBe('Money received')
    expect([basis, lines.reduce((all, { words, amount }) => (words.startsWith('Less') ? all - amount : all + amount), 0)]).toEqual([
      basis,
      received.amount,
    ])
  }
})

test.each(ranges)('each statement from $from to $to leads line by line from the opening to the closing balance', async (range) => {
  let all = 0
  for (const { id, name } of customers) {
    const { table, headline, customer } = await read({ ...range, type: 'statement', customerId: id })
    expect(customer).toEqual({ id, name, email: null })
    const [opening, closing, lines] = [table.rows[0]!.cells[4]!, table.rows.at(-1)!.cells[4]!, table.rows.slice(1, -1)]
    let balance: number = parseAmount(opening.amount!)
    for (const { cells } of lines) {
      balance += parseAmount(cells[2]!.amount ?? '0') - parseAmount(cells[3]!.amount ?? '0')
      expect([name, cells[1]!.text, parseAmount(cells[4]!.amount!)]).toEqual([name, cells[1]!.text, balance])
    }
    expect([name, parseAmount(closing.amount!)]).toEqual([name, balance])
    for (const { amount, figure } of [opening, closing, ...headline]) expect((await open(figure!)).sum).toBe(amount)
    all += balance
  }
  const ofAll = { from: '1900-01-01', to: range.to } as const
  const [owed, credit] = [await open({ of: 'receivable', ...ofAll } as FigureRef), await open({ of: 'credit', ...ofAll } as FigureRef)]
  const ofGone = await open({ of: 'credit', ...ofAll, customerId: 999999 } as FigureRef)
  expect(all).toBe(parseAmount(owed.sum) - parseAmount(credit.sum) + parseAmount(ofGone.sum))
})

test('the parts of a range add up to the range, and the cards above agree with the reports', async () => {
  const range = ranges[0]!
  const [revenue, expenses, receivables] = [
    await read({ ...range, type: 'revenue' }),
    await read({ ...range, type: 'expenses' }),
    await read({ ...range, type: 'receivables', to: '9999-12-31' }),
  ]
  const rows = revenue.table.rows.filter(({ role, cells }) => role === 'row' && cells[1]!.amount !== undefined).slice(0, -1)
  const total = revenue.table.rows.find(({ role }) => role === 'total')!
  for (const i of [1, 2, 3]) expect(added(rows.map(({ cells }) => cells[i]!.amount!))).toBe(parseAmount(total.cells[i]!.amount!))
  expect(added(revenue.chart!.points.flatMap(({ values }) => values))).toBe(parseAmount(total.cells[3]!.amount!))
  expect(await get('/api/reports/summary', range)).toMatchObject({
    totalRevenue: total.cells[3]!.amount,
    totalExpenses: expenses.headline[0]!.amount,
    outstanding: receivables.headline[0]!.amount,
  })
})

test('documents come in pages, each once, and every page has the total of all', async () => {
  const figure: object = { of: 'received', from: '2025-01-01', to: '2025-12-31' }
  const whole = await get<FigureDocumentsWire>('/api/reports/documents', { ...figure, limit: 500 })
  const seen: FigureDocumentsWire['rows'] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: FigureDocumentsWire = await get('/api/reports/documents', { ...figure, limit: 7, ...(after && { after }) })
    expect([page.sum, page.count]).toEqual([whole.sum, whole.count])
    seen.push(...page.rows)
    after = page.next
  }
  expect(seen.length).toBe(whole.count)
  expect(seen).toEqual(whole.rows)
})

test('a payment of a deleted invoice without a customer is in the report and opens to nothing', async () => {
  await app.sql('update documents set former_customer_id = null where former_customer_id = 999999')
  await app.post(ada)
  const { table } = await read({ type: 'customer', from: '1900-01-01', to: '9999-12-31' })
  const cells = table.rows.find(({ cells: [name] }) => name!.text === 'Deleted customer')!.cells
  expect(cells[2]).toEqual({ amount: expect.not.stringMatching(/^0\.00$/) })
})
