import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { checkStoredRows, type IntegrityReport } from './check-ledger.ts'
import { createSmallLedger } from './testing/small-ledger.ts'
import { disableConstraints, listFigureColumns, tamper } from './testing/tamper.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  await createSmallLedger(app, ada)
  await createSmallLedger(app, bob)
  await disableConstraints(app)
})
afterAll(() => app.close())

const health = async (who: Person) => await app.call(who, 'GET', '/api/books/health')
const rows = (who: Person) => app.database.atOneMoment(who.userId, (db) => checkStoredRows(db, entities))

test('a ledger that only the app has changed has no findings, and every check has rows', async () => {
  const { checks, findings, isCut } = await health(ada)
  expect([findings, isCut]).toEqual([[], false])
  expect(checks.filter(({ looked }) => looked === 0)).toEqual([])
})

/** The label of the row with the changed figure, or of the row that it was compared with. */
const called: Record<string, RegExp> = {
  'documents invoice': /^Invoice A-\d$/,
  'document_lines invoice': /^Invoice A-\d(, line \d+)?$/,
  'document_taxes invoice': /^Invoice A-\d$/,
  'documents estimate': /^Estimate E-\d$/,
  'document_lines estimate': /^Estimate E-\d(, line \d+)?$/,
  'document_taxes estimate': /^Estimate E-\d$/,
  'documents credit-note': /^(Credit note CN-|Invoice A-8)/,
  'document_lines credit-note': /^(Credit note CN-|Invoice A-8)/,
  'document_taxes credit-note': /^(Credit note CN-|Invoice A-8)/,
  payments: /^(Payment of \d+\.\d\d for|History of invoice|Invoice) \S/,
  'movements refund': /^(Payment|Refund) of \d+\.\d\d for (A-1|an invoice that isn’t there)/,
  payment_refunds: /^Payment (of \d+\.\d\d for A-1|\d+, which isn’t there)$/,
  'movements credit application': /^Credit of \d+\.\d\d applied for \S/,
  'movements credit refund': /^Refund of \d+\.\d\d of credit note \S/,
  'movements write-off': /^Write-off of \d+\.\d\d for \S/,
  invoice_instalments: /^Invoice A-7$/,
  books: /^Closing |^Entry \d+, /,
  book_closings: /^Closing through \w{3} \d\d, 20\d\d$/,
  journal_entries: /^Entry \d+, |^Invoice A-\d$|^Payment of/,
  journal_months: /^[A-Z].* in the month of /,
  journal_lines: /^Entry \d+, |^Invoice A-\d$|^Payment of/,
  manual_entries: /^Manual entry “Bank fee”, \w{3} \d\d, 20\d\d$/,
  expenses: /^Expense “Train”, \w{3} \d\d, 20\d\d$/,
  items: /^Item “Hour”$/,
  search_entries: /^(Invoice A-|Estimate E-|Credit note CN-|Customer “|Item “|Expense “)/,
}

test('a changed figure in any stored row is found, and the row is named', async () => {
  const missed: string[] = []
  for (const place of await listFigureColumns(app)) {
    const putBack = await tamper(app, ada.userId, place)
    const { findings } = await rows(ada)
    const name = called[[place.table, ...(place.of ? [place.of] : [])].join(' ')]
    if (!findings.some(({ row }) => name?.test(row)))
      missed.push(`${place.table}.${place.column} ${place.of ?? ''}: ${findings.map(({ row }) => row)}`)
    await putBack()
  }
  expect(missed).toEqual([])
  await app.sql('set session_replication_role = origin')
  expect((await health(ada)).findings).toEqual([])
}, 400_000)

const changes: [name: string, sql: string, row: string, problem: string][] = [
  [
    'a line',
    "update document_lines set amount = 100.00 where position = 1 and document_id = (select id from documents where number = 'A-1')",
    'Invoice A-1, line 1',
    'The line says 100.00, but 1.50 x 66.67 is 100.01.',
  ],
  [
    'a line’s total',
    "update document_lines set total = 100.00 where position = 1 and document_id = (select id from documents where number = 'A-1')",
    'Invoice A-1, line 1',
    'The line says 100.00, but 100.01 less 0.00 of discount is 100.01.',
  ],
  [
    'a line’s net amount',
    "update document_lines set net = 100.00 where position = 1 and document_id = (select id from documents where number = 'A-1')",
    'Invoice A-1, line 1',
    'The line says 100.01, but 100.00 without tax.',
  ],
  [
    'a subtotal',
    "update documents set subtotal = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The subtotal says 1.00, but the lines come to 160.16.',
  ],
  [
    'a discount',
    "update documents set discount_amount = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The discount says 1.00, but the lines come to 0.00.',
  ],
  [
    'charges',
    "update documents set charge_amount = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The charges say 1.00, but the lines come to 0.00.',
  ],
  [
    'a net amount',
    "update documents set net_amount = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The net amount says 1.00, but 160.16 - 0.00 + 0.00 is 160.16.',
  ],
  [
    'a tax of a rate',
    "update document_taxes set amount = 1.00 where document_id = (select id from documents where number = 'A-1')",
    'Invoice A-1',
    'The tax says 1.00, but 8.25% of 160.16 is 13.21.',
  ],
  [
    'a taxed amount',
    "update document_taxes set base = 1.00 where document_id = (select id from documents where number = 'A-1')",
    'Invoice A-1',
    'The tax is computed on 1.00, but the lines come to 160.16.',
  ],
  [
    'a tax',
    "update documents set tax_amount = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The tax says 1.00, but its rates come to 13.21.',
  ],
  [
    'a total',
    "update documents set total = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The total says 1.00, but 160.16 and 13.21 of tax are 173.37.',
  ],
  [
    'a rounding',
    "update documents set rounding = 0.01 where number = 'A-1'",
    'Invoice A-1',
    'The total says 173.37, but 160.16, 13.21 of tax and 0.01 of rounding are 173.38.',
  ],
  [
    'a total in the home currency',
    "update documents set home_total = 1.00 where number = 'A-1'",
    'Invoice A-1',
    'The total says 173.37, but 1.00 in your currency.',
  ],
  [
    'an estimate’s total',
    "update documents set total = 1.00 where number = 'E-1'",
    'Estimate E-1',
    'The total says 1.00, but 27.98 and 5.32 of tax are 33.30.',
  ],
  [
    'a refund',
    'update payments set refunded = 5.00 where refunded > 0',
    'Payment of 173.37 for A-1',
    '5.00 is stored as returned, but the daily amounts add up to 10.00.',
  ],
  [
    'what a refund says',
    `insert into movements (user_id, kind, document_id, payment_id, day, amount, currency)
     select user_id, kind, document_id, payment_id, day, -6.00, currency from movements where kind = 'refund'`,
    'Payment of 173.37 for A-1',
    '10.00 is stored as returned, but the daily amounts add up to 4.00.',
  ],
  [
    'what a refund took in the home currency',
    "update movements set home_amount = 4.00 where kind = 'refund'",
    'Refund of 10.00 for A-1, DAY',
    '10.00 went back, but 4.00 is stored as what it took in your currency.',
  ],
  [
    'more back than came',
    'update payments set refunded = 999.00 where refunded > 0',
    'Payment of 173.37 for A-1',
    '999.00 was returned of 173.37 received.',
  ],
  [
    'a refund that succeeded',
    'update payment_refunds set amount = 20.00',
    'Payment of 173.37 for A-1',
    'Refunds of 20.00 succeeded, but only 10.00 is stored as returned.',
  ],
  [
    'a status',
    "update documents set status = 'paid' where number = 'A-2'",
    'Invoice A-2',
    'It counts as paid, but only 50.00 of 167.93 ever came.',
  ],
  [
    'the other status',
    "update documents set status = 'sent' where number = 'A-3'",
    'Invoice A-3',
    'It counts as unpaid, but 160.16 came of the 160.16 that it asks for.',
  ],
  ['a draft', "update documents set status = 'draft' where number = 'A-2'", 'Invoice A-2', 'It is a draft, but 50.00 was paid for it.'],
  [
    'a mark',
    "update documents set payment_attention = 'dispute' where number = 'A-2'",
    'Invoice A-2',
    'It is marked for a disputed payment, but nothing about its payments wants to be looked at.',
  ],
  [
    'a mark that is missing',
    "update payments set dispute = 'open' where refunded > 0",
    'Invoice A-1',
    'It isn’t marked, but should be, for a disputed payment.',
  ],
  ['a record that the search forgot', "delete from search_entries where kind = 'item'", 'Item “Hour”', 'The search doesn’t know it.'],
  [
    'a record that the search has otherwise',
    "update search_entries set amount = 1.00 where kind = 'item'",
    'Item “Hour”',
    'The search shows “Hour”, 1.00, but it is “Hour”, 80.00.',
  ],
  [
    'a record that the search finds by other words',
    "update search_entries set body = body || 'more' where kind = 'item'",
    'Item “Hour”',
    'The search finds it by an outdated text.',
  ],
  [
    'a record that only the search has',
    "update search_entries set record_id = 4711 where kind = 'item'",
    'Item 4711, which isn’t there',
    'The search still finds it, as “Hour”, 80.00.',
  ],
  [
    'a payment that is gone',
    'with refunds as (delete from payment_refunds where amount = 5) delete from payments where amount = 50',
    'History of invoice A-2, DAY',
    'It tells of a payment of 50.00, which is not there.',
  ],
]

test.each(changes)('a wrong figure is found: %s', async (_name, sql, row, problem) => {
  const seen: IntegrityReport[] = []
  const undone = new Error('undone')
  const trying = app.database.asUser(ada.userId, async (db) => {
    await db.rows(sql)
    seen.push(await checkStoredRows(db, entities))
    throw undone
  })
  await expect(trying).rejects.toBe(undone)
  const findings = seen[0]!.findings.map((finding) => ({
    row: finding.row.replace(/, \w{3} \d\d, \d{4}$/, ', DAY'),
    problem: finding.problem,
  }))
  expect(findings).toContainEqual({ row, problem })
})

test('a record that was inserted outside the app is named with its page; records of other users are never shown', async () => {
  await app.sql(
    `insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'A & B', 5, '2026-02-03')`,
    [ada.userId],
  )
  const { findings, checks } = await health(ada)
  expect(findings).toEqual([
    {
      check: 'Entries: what the records come to',
      row: 'Expense “A & B”, Feb 03, 2026',
      problem: 'Its entry of 5.00 on Feb 03, 2026 is missing in the journal.',
      path: expect.stringMatching(/^\/expenses\?open=\d+$/),
    },
    {
      check: 'Expenses',
      row: 'Expense “A & B”, Feb 03, 2026',
      problem: 'The search doesn’t know it.',
      path: expect.stringMatching(/^\/expenses\?open=\d+$/),
    },
  ])
  expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([
    { group: 'Journal', name: 'Entries: what the records come to', looked: 25, wrong: 1 },
    { group: 'What the search shows', name: 'Expenses', looked: 1, wrong: 1 },
  ])
  expect((await health(bob)).findings).toEqual([])
  expect((await app.send(null, 'GET', '/api/books/health')).status).toBe(401)
})

test('findings beyond the limit are counted, and the first of them are listed', async () => {
  await app.sql(
    `insert into expenses (user_id, category, description, amount, expense_date)
     select $1, 'Travel', 'Taxi ' || n, 5, '2026-02-03' from generate_series(1, 250) n`,
    [bob.userId],
  )
  const { findings, isCut, checks } = await health(bob)
  expect([findings.length, isCut]).toEqual([200, true])
  expect(checks.reduce((sum: number, { wrong }: { wrong: number }) => sum + wrong, 0)).toBe(500)
})

test('one check per user runs at a time', async () => {
  await app.sql('select pg_advisory_lock(740327, hashint8($1))', [ada.userId])
  expect(await app.send(ada, 'GET', '/api/books/health')).toMatchObject({
    status: 429,
    body: { message: 'Your books are being checked already. Wait until that check is done.' },
  })
  await app.sql('select pg_advisory_unlock(740327, hashint8($1))', [ada.userId])
  expect((await app.send(ada, 'GET', '/api/books/health')).status).toBe(200)
})

test('a wrong amount at home of an invoice in another currency is found', async () => {
  const cleo = await app.person('cleo')
  const rate = { name: 'VAT 19%', components: [{ name: 'VAT', percent: '19', isCompound: false }] }
  const taxRateId = (await app.call(cleo, 'POST', '/api/tax-rates', rate)).id
  const customerId = (await app.call(cleo, 'POST', '/api/customers', { name: 'Müller' })).id
  await app.call(cleo, 'POST', '/api/invoices', {
    ...{
      customerId,
      invoiceNumber: 'F-1',
      status: 'sent',
      issueDate: '2026-01-05',
      dueDate: '2026-02-04',
      currency: 'EUR',
      exchangeRate: '1.0842',
    },
    lineItems: [{ description: 'Work', quantity: '1', unitPrice: '1000.00', taxRateId }],
  })
  expect((await rows(cleo)).findings).toEqual([])
  const [tax, total] = ['document_taxes', 'documents']
  for (const [table, wrong, problem] of [
    [
      tax,
      'home_amount = home_amount + 0.01',
      'In your currency the tax says 206.01 of 1,084.20, but the exchange rate makes it 206.00 of 1,084.20.',
    ],
    [
      tax,
      'home_base = home_base + 0.01',
      'In your currency the tax says 206.00 of 1,084.21, but the exchange rate makes it 206.00 of 1,084.20.',
    ],
    [total, 'home_total = home_total + 0.01', 'The total says 1,190.00, but 1,290.21 in your currency.'],
  ]) {
    const undone = new Error('undone')
    let findings: IntegrityReport['findings'] = []
    const trying = app.database.asUser(cleo.userId, async (db) => {
      await db.rows(`update ${table} set ${wrong} where user_id = $1`, [cleo.userId])
      findings = (await checkStoredRows(db, entities)).findings
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
    expect(findings).toContainEqual(expect.objectContaining({ row: 'Invoice F-1', problem }))
  }
})
