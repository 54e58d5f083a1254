import { afterAll, beforeAll, expect, test } from 'vitest'
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
const rows = (who: Person) => app.database.atOneMoment(who.userId, checkStoredRows)

test('a ledger that only the app has changed has no findings, and every check has rows', async () => {
  const { checks, findings, isCut } = await health(ada)
  expect([findings, isCut]).toEqual([[], false])
  expect(checks.filter(({ looked }) => looked === 0)).toEqual([])
})

/** The label of the row with the changed figure. */
const called: Record<string, RegExp> = {
  invoices: /^Invoice (A-\d|INV-2026-0001)/,
  invoice_line_items: /^Invoice (A-\d|that isn’t there), line \d+$/,
  estimates: /^Estimate E-\d/,
  estimate_line_items: /^Estimate (E-\d|that isn’t there), line \d+$/,
  payments: /^Payment of \$\d+\.\d\d for (A-\d|an invoice that isn’t there)$/,
  payment_returns: /^Refund of \$\d+\.\d\d for (A-1|an invoice that isn’t there), \w{3} \d\d, 20\d\d$/,
  payment_refunds: /^Request to refund \$\d+\.\d\d for (A-1|an invoice that isn’t there)$/,
  payment_attempts: /^Attempt to pay \$\d+\.\d\d for (A-\d|an invoice that isn’t there)$/,
  expenses: /^Expense “Train”, \w{3} \d\d, 20\d\d$/,
  items: /^Item “Hour”$/,
  search_entries: /^(Invoice A-|Estimate E-|Customer “|Item “|Expense “)/,
  'deleted expenses': /^Expense “Taxi”, \w{3} \d\d, 20\d\d \(deleted\)$/,
  'deleted items': /^Item “Day” \(deleted\)$/,
}

test('a changed figure in any stored row is found, and the row is named', async () => {
  const missed: string[] = []
  for (const place of await listFigureColumns(app)) {
    const putBack = await tamper(app, ada.userId, place)
    const { findings } = await rows(ada)
    const name = called[place.key ? `deleted ${place.type}` : place.table]
    if (!findings.some(({ row }) => name?.test(row)))
      missed.push(`${place.table}.${place.column} ${place.key ?? ''}: ${findings.map(({ row }) => row)}`)
    await putBack()
  }
  expect(missed).toEqual([])
  await app.sql('set session_replication_role = origin')
  expect((await health(ada)).findings).toEqual([])
})

/** What is found when the app itself saves a wrong figure, with a valid checksum. */
const sealed: [name: string, sql: string, row: string, problem: string][] = [
  [
    'a line',
    'update invoice_line_items set total = 100 where position = 1',
    'Invoice A-1, line 1',
    'The line says $100.00, but 1.50 x $66.67 is $100.01.',
  ],
  [
    'a subtotal',
    "update invoices set subtotal = 1 where invoice_number = 'A-1'",
    'Invoice A-1',
    'The subtotal says $1.00, but the lines come to $160.16.',
  ],
  [
    'a tax',
    "update invoices set tax_amount = 1 where invoice_number = 'A-1'",
    'Invoice A-1',
    'The tax says $1.00, but 8.25% of $160.16 is $13.21.',
  ],
  [
    'a total',
    "update invoices set total = 1 where invoice_number = 'A-1'",
    'Invoice A-1',
    'The total says $1.00, but $160.16 and $13.21 of tax are $173.37.',
  ],
  [
    'an estimate’s total',
    "update estimates set total = 1 where estimate_number = 'E-1'",
    'Estimate E-1',
    'The total says $1.00, but $27.98 and $5.32 of tax are $33.30.',
  ],
  [
    'a refund',
    'update payments set refunded = 5 where refunded > 0',
    'Payment of $173.37 for A-1',
    '$5.00 is stored as returned, but the daily amounts add up to $10.00.',
  ],
  [
    'what a refund says',
    'update payment_returns set amount = 4',
    'Payment of $173.37 for A-1',
    '$10.00 is stored as returned, but the daily amounts add up to $4.00.',
  ],
  [
    'more back than came',
    'update payments set refunded = 999 where refunded > 0',
    'Payment of $173.37 for A-1',
    '$999.00 was returned of $173.37 received.',
  ],
  [
    'a refund that succeeded',
    'update payment_refunds set amount = 20',
    'Payment of $173.37 for A-1',
    'Refunds of $20.00 succeeded, but only $10.00 is stored as returned.',
  ],
  [
    'a status',
    "update invoices set status = 'paid' where invoice_number = 'A-2'",
    'Invoice A-2',
    'It counts as paid, but only $50.00 of $167.93 ever came.',
  ],
  [
    'the other status',
    "update invoices set status = 'sent' where invoice_number = 'A-3'",
    'Invoice A-3',
    'It counts as unpaid, but $160.16 came of the $160.16 that it asks for.',
  ],
  [
    'a draft',
    "update invoices set status = 'draft' where invoice_number = 'A-2'",
    'Invoice A-2',
    'It is a draft, but $50.00 was paid for it.',
  ],
  [
    'a mark',
    "update invoices set payment_attention = 'dispute' where invoice_number = 'A-2'",
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
    "update search_entries set amount = 1 where kind = 'item'",
    'Item “Hour”',
    'The search shows “Hour”, $1.00, but it is “Hour”, $80.00.',
  ],
  [
    'a record that only the search has',
    "update search_entries set record_id = 4711 where kind = 'item'",
    'Item 4711, which isn’t there',
    'The search still finds it, as “Hour”, $80.00.',
  ],
  [
    'a payment that is gone',
    'delete from payments where amount = 50',
    'History of invoice A-2, DAY',
    'It tells of a payment of $50.00, which is not there.',
  ],
]

test.each(sealed)('a wrong figure that the app itself saved is found: %s', async (_name, sql, row, problem) => {
  const seen: IntegrityReport[] = []
  const undone = new Error('undone')
  const trying = app.database.asUser(ada.userId, async (db) => {
    await db.rows(sql)
    seen.push(await checkStoredRows(db))
    throw undone
  })
  await expect(trying).rejects.toBe(undone)
  const findings = seen[0]!.findings.map((finding) => ({
    row: finding.row.replace(/, \w{3} \d\d, \d{4}$/, ', DAY'),
    problem: finding.problem,
  }))
  expect(findings).toContainEqual({ row, problem })
  expect(findings.map((finding) => finding.problem).join()).not.toContain('other means')
})

test('rows inserted outside the app are named with their page; rows of other users are never shown', async () => {
  await app.sql(
    `insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'A & B', 5, '2026-02-03')`,
    [ada.userId],
  )
  const { findings, checks } = await health(ada)
  expect(findings).toEqual([
    {
      check: 'Expenses',
      row: 'Expense “A & B”, Feb 03, 2026',
      problem: 'It was put there by other means than Billfold, so nothing says what its figures should be.',
      path: expect.stringMatching(/^\/expenses\?open=\d+$/),
    },
  ])
  expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([{ group: 'As they were saved', name: 'Expenses', looked: 2, wrong: 1 }])
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
  expect(checks.reduce((sum: number, { wrong }: { wrong: number }) => sum + wrong, 0)).toBe(250)
})

test('one check per user runs at a time', async () => {
  await app.sql('select pg_advisory_lock(740323, $1)', [ada.userId])
  expect(await app.send(ada, 'GET', '/api/books/health')).toMatchObject({
    status: 429,
    body: { message: 'Your books are being checked already. Wait until that check is done.' },
  })
  await app.sql('select pg_advisory_unlock(740323, $1)', [ada.userId])
  expect((await app.send(ada, 'GET', '/api/books/health')).status).toBe(200)
})
