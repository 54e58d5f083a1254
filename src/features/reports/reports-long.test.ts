import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { reportTypes } from '#shared/reports.ts'

let app: TestApp
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  eve = await app.person('eve')
})
afterAll(() => app.close())

const year = { from: '2025-01-01', to: '2025-12-31' }
const url = <Path extends string>(path: Path, query: object) =>
  `/api/reports${path}?${new URLSearchParams(query as Record<string, string>)}` as const
const read = (query: object) => app.call(eve, 'GET', url('', query))
const csv = async (query: object) => {
  const { bytes } = await app.send(eve, 'GET', url('/export', { format: 'csv', ...query }))
  return { rows: Papa.parse<string[]>(bytes.toString().slice(1).trimEnd()).data }
}

test('a new account has zeros everywhere', async () => {
  for (const type of reportTypes.filter((each) => each !== 'statement')) {
    const { headline, table } = await read({ ...year, type })
    for (const { label, amount, count } of headline) expect([type, label, amount ?? count]).toEqual([type, label, amount ? '0.00' : 0])
    for (const { cells } of table.rows) for (const { amount } of cells) expect([undefined, '0.00']).toContain(amount)
    expect((await csv({ ...year, type })).rows.length).toBe(table.rows.length + 1)
  }
})

test('a report that is too long to show is complete in the CSV file', async () => {
  await app.sql("insert into customers (user_id, name) select $1, 'Customer ' || n from generate_series(1, 700) n", [eve.userId])
  const [first] = await app.sql<{ id: number }>('select min(id) as id from customers where user_id = $1', [eve.userId])
  await app.sql(
    `insert into documents (user_id, type, customer_id, number, status, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total)
     select $1, 'invoice', case when n <= 700 then $2 + n - 1 else $2 end, 'N-' || n, 'sent', date '2025-01-01' + n % 365, date '2025-02-01' + n % 365,
            1.00, 1.00, 0.00, 1.00, 1.00
     from generate_series(1, 21000) n`,
    [eve.userId, first!.id],
  )
  await app.post(eve)
  // Autovacuum does this within a minute of so many inserts.
  await app.sql('analyze')
  for (const type of ['customer', 'receivables']) {
    const { table } = await read({ ...year, type })
    const { rows } = await csv({ ...year, type })
    const total = rows.find(([name]) => name === 'Total')!
    expect([
      table.isCut,
      table.rows.filter(({ cells }) => cells[0]!.path).length,
      rows.filter(([name]) => name!.startsWith('Customer ')).length,
    ]).toEqual([true, 500, 700])
    expect(total.slice(1)).toContain('21000.00')
    expect(rows.length).toBe(table.rows.length + 1 + 200)
  }
  const statement = await read({ ...year, type: 'statement', customerId: first!.id })
  expect([statement.table.isCut, statement.table.rows.length, statement.table.rows.at(-1)!.cells[4]!.amount]).toEqual([
    true,
    502,
    '20301.00',
  ])
  const { rows } = await csv({ ...year, type: 'statement', customerId: first!.id })
  expect([rows.length, rows[1]!.at(-1), rows.at(-2)!.at(-1), rows.at(-1)!.at(-1)]).toEqual([20_304, '0.00', '20301.00', '20301.00'])
})
