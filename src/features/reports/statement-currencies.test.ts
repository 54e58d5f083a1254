import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '#server/platform/http/csv.ts'
import { readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { insertCurrencies } from '#server/testing/random-currencies.ts'
import { actOnce } from '#server/testing/random-life.ts'
import type { FigureDocumentsWire, ReportWire } from '#shared/contract/reports.ts'
import { parseAmount } from '#shared/money.ts'
import { createRandom } from '#shared/testing/random.ts'
import { listSoakSeeds } from '#shared/testing/soak.ts'

// A customer who is invoiced in several currencies owes an amount in each: a statement has one part for each of them.

let app: TestApp
let ada: Person
let both: number
let euroOnly: number
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  ada = await app.person('ada')
  both = (await app.call(ada, 'POST', '/api/customers', { name: 'Müller', email: 'mueller@customer.example' })).id
  euroOnly = (await app.call(ada, 'POST', '/api/customers', { name: 'Weber' })).id
  await sent(both, 'HOME', '100.00')
  const { id } = await sent(both, 'EURO', '1000.00', { currency: 'EUR', exchangeRate: '1.10' })
  await app.call(ada, 'POST', `/api/invoices/${id}/payments`, {
    ...{ amount: '400.00', paymentDate: '2026-06-10', paymentMethod: 'Cash', exchangeRate: '1.20' },
  })
  await sent(both, 'LATER', '50.00', { currency: 'EUR', exchangeRate: '1.15', dueDate: '2026-07-31' })
  await sent(both, 'YEN', '20000', { currency: 'JPY', exchangeRate: '0.0067' })
  await sent(euroOnly, 'W-1', '75.50', { currency: 'EUR', exchangeRate: '1.10', issueDate: '2026-03-01' })
})
afterAll(() => app.close())

const sent = (customerId: number, invoiceNumber: string, unitPrice: string, more: object = {}) =>
  app.call(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-05-01', dueDate: '2026-05-31', ...more },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
  })

const range = { from: '2026-05-01', to: '2026-06-30' }
const query = (customerId: number, more: object = {}) =>
  new URLSearchParams({ type: 'statement', customerId: String(customerId), ...range, ...more })
const read = (customerId: number, more: object = {}, person = ada): Promise<ReportWire> =>
  app.call(person, 'GET', `/api/reports?${query(customerId, more)}` as '/api/reports')
const open = async (figure: object, person = ada) =>
  (await app.send(person, 'GET', `/api/reports/documents?${new URLSearchParams(figure as Record<string, string>)}`))
    .body as FigureDocumentsWire
const toRows = ({ table }: ReportWire) =>
  table.rows.map(({ cells, currency }) => [currency, ...cells.slice(1).map(({ text, amount }) => text ?? amount ?? '')])

test('a statement has a part for each currency, from the opening to the closing balance', async () => {
  const report = await read(both)
  expect(report.table.rows.filter(({ role }) => role === 'heading').map(({ cells }) => cells[0]!.text)).toEqual([
    'US Dollar (USD)',
    'Euro (EUR)',
    'Japanese Yen (JPY)',
  ])
  expect(toRows(report).filter(([currency]) => currency !== undefined)).toEqual([
    ['USD', 'Opening balance', '', '', '0.00'],
    ['USD', 'Invoice HOME, due May 31, 2026', '100.00', '', '100.00'],
    ['USD', 'Closing balance', '', '', '100.00'],
    ['EUR', 'Opening balance', '', '', '0.00'],
    ['EUR', 'Invoice EURO, due May 31, 2026', '1000.00', '', '1000.00'],
    ['EUR', 'Invoice LATER, due Jul 31, 2026', '50.00', '', '1050.00'],
    ['EUR', 'Payment for EURO (Cash)', '', '400.00', '650.00'],
    ['EUR', 'Closing balance', '', '', '650.00'],
    ['JPY', 'Opening balance', '', '', '0.00'],
    ['JPY', 'Invoice YEN, due May 31, 2026', '20000.00', '', '20000.00'],
    ['JPY', 'Closing balance', '', '', '20000.00'],
  ])
  expect(
    report.headline.filter(({ label }) => /Balance|Current|1-30/.test(label)).map(({ currency, amount }) => [currency, amount]),
  ).toEqual([
    ...[
      ['USD', '100.00'],
      ['USD', '0.00'],
      ['USD', '100.00'],
    ],
    ...[
      ['EUR', '650.00'],
      ['EUR', '50.00'],
      ['EUR', '600.00'],
    ],
    ...[
      ['JPY', '20000.00'],
      ['JPY', '0.00'],
      ['JPY', '20000.00'],
    ],
  ])
  for (const { amount, figure } of report.headline) expect((await open(figure!)).sum).toBe(amount)
})

test('a later statement begins with what was owed in each currency, and leaves out what is settled', async () => {
  expect(toRows(await read(both, { from: '2026-06-01', to: '2026-06-09' })).filter(([, words]) => words === 'Opening balance')).toEqual([
    ['USD', 'Opening balance', '', '', '100.00'],
    ['EUR', 'Opening balance', '', '', '1050.00'],
    ['JPY', 'Opening balance', '', '', '20000.00'],
  ])
  expect(toRows(await read(both, { from: '2025-01-01', to: '2025-12-31' }))).toEqual([
    [undefined, 'Opening balance', '', '', '0.00'],
    [undefined, 'Closing balance', '', '', '0.00'],
  ])
})

test('a customer with one other currency has a plain statement in it', async () => {
  expect(toRows(await read(euroOnly))).toEqual([
    ['EUR', 'Opening balance', '', '', '75.50'],
    ['EUR', 'Closing balance', '', '', '75.50'],
  ])
})

test('the file has a column with the currency, and all rows of each part', async () => {
  const file = await app.send(ada, 'GET', `/api/reports/export?${query(both, { format: 'csv' })}`)
  const rows = parseCsv(file.bytes.toString().trimEnd())
  expect(rows.map(([, words, , , balance, currency]) => [words, balance, currency])).toEqual([
    ['Description', 'Balance', 'Currency'],
    ['', '', ''],
    ['Opening balance', '0.00', 'USD'],
    ['Invoice HOME, due May 31, 2026', '100.00', 'USD'],
    ['Closing balance', '100.00', 'USD'],
    ['', '', ''],
    ['Opening balance', '0.00', 'EUR'],
    ['Invoice EURO, due May 31, 2026', '1000.00', 'EUR'],
    ['Invoice LATER, due Jul 31, 2026', '1050.00', 'EUR'],
    ['Payment for EURO (Cash)', '650.00', 'EUR'],
    ['Closing balance', '650.00', 'EUR'],
    ['', '', ''],
    ['Opening balance', '0.00', 'JPY'],
    ['Invoice YEN, due May 31, 2026', '20000.00', 'JPY'],
    ['Closing balance', '20000.00', 'JPY'],
  ])
})

test('the PDF has the balances, the parts and the overdue days of each currency', async () => {
  const file = await app.send(ada, 'GET', `/api/reports/export?${query(both, { format: 'pdf' })}`)
  const text = (await readPageTexts(file.bytes)).join('')
  const said = [
    ...[
      'Balance due $100.00 Of which overdue $100.00',
      'Balance due €650.00 Of which overdue €600.00',
      'Balance due ¥20,000 Of which overdue ¥20,000',
    ],
    ...['Euro (EUR)', 'Payment for EURO (Cash) €400.00 €650.00', 'Invoice YEN, due May 31, 2026 ¥20,000 ¥20,000'],
    ...['Open balance in EUR by days overdue'.toUpperCase(), '€50.00 €600.00 €0.00 €0.00 €0.00 €650.00'],
  ]
  const found = text.toUpperCase()
  expect(said.filter((each) => !found.includes(squash(each).toUpperCase()))).toEqual([])
})

test('figures other than what is owed have no currency of their own', async () => {
  const days = { from: '2026-01-01', to: '2026-06-30' }
  const ask = async (figure: object) => app.send(ada, 'GET', `/api/reports/documents?${new URLSearchParams({ ...days, ...figure })}`)
  const refused = await ask({ of: 'sales', currency: 'EUR' })
  expect([refused.status, refused.body.issues]).toEqual([
    400,
    [
      {
        path: 'currency',
        message: 'currency goes with receivable, credit, balance only',
      },
    ],
  ])
  expect((await ask({ of: 'receivable', currency: 'XXX' })).status).toBe(400)
  expect((await ask({ of: 'receivable', currency: 'EUR' })).body).toMatchObject({ sum: '725.50', count: 3 })
})

const seeds = listSoakSeeds(2, 30)
test(`in ${seeds.length} random books every part leads line by line to what its invoices leave open`, {
  timeout: 400_000 + seeds.length * 20_000,
}, async () => {
  const seen = new Set<string>()
  for (const seed of seeds) {
    const owner = await app.person(`random${seed}`)
    const random = createRandom(seed)
    await app.database.asUser(owner.userId, (db) => insertCurrencies(db, random))
    for (let n = 0; n < 100; n++) await actOnce(app.database, owner.userId, random)
    // What an invoice leaves open, from its document, payments, refunds, write-offs and credit notes alone, and what is left of a credit note without one: what
    // is paid beyond the total, or before it is issued, is credit, and so is all that is paid of a retainer.
    const expected = await app.sql<{ customerId: number; currency: string; balance: string }>(
      `select d.customer_id::int as "customerId", d.currency, sum(
         case when d.type = 'credit-note' then case d.status when 'issued' then coalesce(r.amount, 0) - d.total else 0 end when d.status = 'draft' or d.deleted_at is not null then 0 else d.total - coalesce(n.total, 0) end - coalesce(p.net, 0)
         - case when d.status = 'paid' and d.deleted_at is null then least(coalesce(p.refunded, 0), greatest(d.total - coalesce(n.total, 0) - coalesce(p.paid, 0) - coalesce(a.amount, 0) - coalesce(w.amount, 0) + coalesce(p.refunded, 0), 0)) else 0 end
         - coalesce(w.amount, 0))::text as balance
       from (select id, user_id, type, status, customer_id, currency, credited_invoice_id, deleted_at,
               case invoice_kind when 'retainer' then 0.00 else total end as total from documents) d
       left join lateral (select sum(p.amount - p.refunded) as net, sum(p.amount) as paid, sum(p.refunded) as refunded from payments p
         where p.document_id = d.id and p.status = 'succeeded' and (p.provider <> 'manual' or d.deleted_at is null)) p on true
       left join lateral (select sum(total) as total from documents where credited_invoice_id = d.id and status = 'issued') n on true
       left join lateral (select sum(case d.id when document_id then amount else -amount end) as amount from movements
         where d.id in (document_id, source_id) and kind = 'credit application' and reversed_at is null) a on true
       left join lateral (select sum(amount) as amount from movements where document_id = d.id and kind = 'credit refund' and reversed_at is null) r on true
       left join movements w on w.document_id = d.id and w.kind = 'write-off' and w.reversed_at is null and d.status <> 'draft' and d.deleted_at is null
       where d.user_id = $1 and (d.type = 'invoice' or d.type = 'credit-note' and d.credited_invoice_id is null) group by 1, 2`,
      [owner.userId],
    )
    const closings = new Map(expected.map(({ customerId, currency, balance }) => [`${customerId} ${currency}`, parseAmount(balance)]))
    const business = await app.sql<{ currency: string }>('select currency from business_profiles where user_id = $1', [owner.userId])
    const all = await app.sql<{ id: number }>('select id::int from customers where user_id = $1 order by id', [owner.userId])
    for (const { id } of all)
      for (const from of ['1900-01-01', '2025-06-15']) {
        const { table } = await read(id, { from, to: '9999-12-31' }, owner)
        let balance = 0
        for (const { cells, role, currency = business[0]!.currency } of table.rows) {
          const at = [seed, id, from, currency, cells[1]?.text]
          if (role === 'subtotal') balance = parseAmount(cells[4]!.amount!)
          if (role === 'row') {
            balance += parseAmount(cells[2]!.amount ?? '0') - parseAmount(cells[3]!.amount ?? '0')
            seen.add(cells[1]!.text!.split(' ')[0]!)
          }
          if (role !== 'heading') expect([...at, parseAmount(cells[4]!.amount!)]).toEqual([...at, balance])
          if (role === 'total') expect([...at, balance]).toEqual([...at, closings.get(`${id} ${currency}`) ?? 0])
        }
      }
  }
  expect([...seen].sort()).toEqual(['Adjustment', 'Credit', 'Invoice', 'Opening', 'Payment', 'Refund'])
})
