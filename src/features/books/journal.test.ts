import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import papaparse from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHledger, runHledger } from '#server/domain/ledger/testing/hledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { parseAmount } from '#shared/money.ts'

let app: TestApp
let folder: string
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  folder = mkdtempSync(join(tmpdir(), 'billfold-journal-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

const journal = (who: Person | null, query: string) => app.send(who, 'GET', `/api/books/journal?${query}`)
const hledgerText = async (who: Person, query = '') => String((await journal(who, `format=hledger${query}`)).bytes)
/** The rows below the header, by column. */
const csvRows = async (who: Person, query = '') => {
  const text = String((await journal(who, `format=csv${query}`)).bytes).replace(/^\uFEFF/, '')
  return papaparse.parse<Record<string, string>>(text.trim(), { header: true }).data
}
const fileOf = (text: string) => {
  const file = join(folder, `${++count}.journal`)
  writeFileSync(file, text)
  return file
}

/** A user with an expense, and a customer who paid $108.25 a day after the invoice. */
const createUser = async () => {
  const who = await app.person(`journal${++count}`)
  const { id: customerId } = await app.call(who, 'POST', '/api/customers', { name: 'Acme' })
  const { id } = await app.call(who, 'POST', '/api/invoices', {
    customerId,
    invoiceNumber: 'INV-1',
    status: 'sent',
    issueDate: '2026-03-31',
    dueDate: '2026-04-30',
    taxRate: '8.25',
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
  })
  const pay = { amount: '108.25', paymentDate: '2026-04-02', paymentMethod: 'Cash' }
  expect((await app.send(who, 'POST', `/api/invoices/${id}/payments`, pay)).status).toBe(201)
  const expense = { description: 'Train', vendor: 'Acme', category: 'Travel', amount: '12.50', expenseDate: '2026-04-02' }
  expect((await app.send(who, 'POST', '/api/expenses', expense)).status).toBe(201)
  return { who, customerId }
}

test('the journal is a file of entries, on either basis', async () => {
  const { who, customerId } = await createUser()
  const reply = await journal(who, 'format=hledger')
  expect([reply.status, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    expect.stringContaining('filename="journal-accrual.journal"'),
  ])
  const flat = (text: string) => text.replace(/ {2,}/g, '  ')
  expect(flat(String(reply.bytes))).toContain(
    `
2026-03-31 (1) Acme | Invoice INV-1  ; invoice:INV-1
  Assets:Accounts Receivable:C${customerId}  $108.25
  Income:Sales  $-100.00
  Liabilities:Sales Tax Payable  $-8.25
`,
  )
  const cash = flat(await hledgerText(who, '&basis=cash'))
  expect(cash.match(/^\d{4}-.*/gm)).toHaveLength(2)
  expect(cash).toContain('  Assets:Bank  $108.25\n  Income:Sales  $-100.00\n  Liabilities:Sales Tax Payable  $-8.25\n')
  expect(cash).not.toContain('$0.00')
})

test('the CSV file has a row per posting, and each entry sums to zero', async () => {
  const { who } = await createUser()
  const rows = await csvRows(who)
  expect(
    rows.map(({ Date: on, Type, Number: number, Name, Debit, Credit, Description }) => [
      on,
      Type,
      number,
      Name,
      Debit,
      Credit,
      Description,
    ]),
  ).toEqual([
    ['2026-03-31', 'Invoice', 'INV-1', 'Acme', '108.25', '', 'Invoice INV-1'],
    ['2026-03-31', 'Invoice', 'INV-1', 'Acme', '', '100.00', 'Invoice INV-1'],
    ['2026-03-31', 'Invoice', 'INV-1', 'Acme', '', '8.25', 'Invoice INV-1'],
    ['2026-04-02', 'Payment', 'INV-1', 'Acme', '108.25', '', 'Payment of INV-1'],
    ['2026-04-02', 'Payment', 'INV-1', 'Acme', '', '108.25', 'Payment of INV-1'],
    ['2026-04-02', 'Expense', '', 'Acme', '12.50', '', 'Train'],
    ['2026-04-02', 'Expense', '', 'Acme', '', '12.50', 'Train'],
  ])
  const entries = new Map<string, number>()
  for (const { Entry, Debit, Credit } of rows)
    entries.set(Entry!, (entries.get(Entry!) ?? 0) + parseAmount(Debit || '0') - parseAmount(Credit || '0'))
  expect([...entries.values()]).toEqual([0, 0, 0])
})

test('the columns for accounting programs are date, account, debit, credit and reference', async () => {
  const { who } = await createUser()
  const reply = await journal(who, 'format=accounting&to=2026-03-31')
  expect(reply.headers['content-disposition']).toContain('journal-accrual-to-2026-03-31.accounting.csv')
  expect(
    papaparse.parse(
      String(reply.bytes)
        .replace(/^\uFEFF/, '')
        .trim(),
    ).data,
  ).toEqual([
    ['Date', 'Account Number', 'Account', 'Debit', 'Credit', 'Reference', 'Description'],
    ['2026-03-31', '1200', 'Accounts Receivable', '108.25', '', 'INV-1', 'Invoice INV-1, Acme'],
    ['2026-03-31', '4000', 'Sales', '', '100.00', 'INV-1', 'Invoice INV-1, Acme'],
    ['2026-03-31', '2200', 'Sales Tax Payable', '', '8.25', 'INV-1', 'Invoice INV-1, Acme'],
  ])
})

test('a part of the journal equals the same part of the whole, and says that it has no opening balances', async () => {
  const { who } = await createUser()
  const [whole, part] = [await csvRows(who), await csvRows(who, '&from=2026-04-01&to=2026-04-30')]
  expect(part).toEqual(whole.filter((row) => row.Date! >= '2026-04-01'))
  expect(part).toHaveLength(4)
  const reply = await journal(who, 'format=hledger&from=2026-04-01')
  expect(reply.headers['content-disposition']).toContain('journal-accrual-from-2026-04-01.journal')
  expect(String(reply.bytes)).toContain('; Only what is dated from 2026-04-01: there are no opening balances')
  expect(await csvRows(who, '&to=1999-12-31')).toEqual([])
})

const hostile = [
  'Two  Spaces ; comment: x',
  'New\nline\n2026-01-01 Forged\n    Income:Sales  $-1.00\n    Assets:Bank',
  '(real) [virtual] {x} = 5 @ 3 "q" | note',
  '=HYPERLINK("http://example.com")',
  '* ! # % ~ ; date:2020-01-01, due:1999-01-01',
  '\u202Eevil\u00a0\u00a0\u3000wide\u2028line',
  ':::',
]
test('no name, number or description changes the structure of the journal', async () => {
  for (const name of hostile) {
    const { who } = await createUser()
    // Including text that the forms refuse: the journal does not rely on them.
    await app.sql('update customers set name = $2 where user_id = $1', [who.userId, name])
    await app.sql('update documents set number = $2 where user_id = $1', [who.userId, name])
    await app.sql('update expenses set description = $2, vendor = $2 where user_id = $1', [who.userId, name])
    await app.sql("update documents set customer_snapshot = customer_snapshot || jsonb_build_object('name', $2::text) where user_id = $1", [
      who.userId,
      name,
    ])
    await app.sql('delete from journal_entries where user_id = $1', [who.userId])
    await app.sql('delete from books where user_id = $1', [who.userId])
    await app.post(who)
    const text = await hledgerText(who)
    // Three entries and nothing else: every other line is a posting, a declaration or a comment.
    expect(text.match(/^\d.*/gm)).toHaveLength(3)
    expect(text.match(/^[^\s\d;].*/gm)!.every((line) => /^(account|commodity) /.test(line))).toBe(true)
    for (const cells of await csvRows(who)) for (const cell of Object.values(cells)) expect(cell).not.toMatch(/^[=+@\t]/)
    if (!hasHledger) continue
    const file = fileOf(text)
    await runHledger(file, 'check', '--strict', 'ordereddates')
    // Each account, entry and tag is what it should be.
    expect(await runHledger(file, 'balance', '--flat', '--no-total', '-O', 'csv', 'type:al')).toContain('"Assets:Bank","$95.75"')
    expect(await runHledger(file, 'balance', 'acct:Receivable', '-e', '2026-04-01', '--flat', '-O', 'csv')).toContain('"$108.25"')
    expect((await runHledger(file, 'stats')).match(/Transactions +: (\d+)/)![1]).toBe('3')
  }
})

test('two customers with the same name have separate accounts', async () => {
  const { who, customerId } = await createUser()
  await app.send(who, 'POST', '/api/customers', { name: 'Acme' })
  const other = (await app.call(who, 'GET', '/api/customers')).at(-1)!.id
  await app.sql('update documents set customer_id = $2 where user_id = $1', [who.userId, other])
  await app.post(who)
  const text = await hledgerText(who)
  for (const id of [customerId, other]) expect(text).toContain(`account Assets:Accounts Receivable:C${id}  ; Acme\n`)
})

test('an empty ledger, and one of drafts only, give a valid journal', async () => {
  const who = await app.person('empty')
  for (const basis of ['accrual', 'cash']) {
    const text = await hledgerText(who, `&basis=${basis}`)
    if (hasHledger) await runHledger(fileOf(text), 'check', '--strict', 'ordereddates')
    expect(text).toContain('\naccount Income:Sales  ; number:4000\n')
    expect(text).not.toMatch(/^\d/m)
    expect(await csvRows(who, `&basis=${basis}`)).toEqual([])
  }
})

test('a visitor gets none, a user only their own, and invalid input is refused with the reason', async () => {
  const { who } = await createUser()
  expect((await journal(null, 'format=csv')).status).toBe(401)
  expect(await csvRows(await app.person('stranger'))).toEqual([])
  for (const [query, why] of [
    ['', 'format'],
    ['format=pdf', 'format must be one of hledger, csv, accounting'],
    ['format=csv&basis=both', 'basis must be one of'],
    ['format=csv&from=2026-02-30', 'From'],
    ['format=csv&from=2026-05-01&to=2026-04-01', 'end date is before the start date'],
    ['format=csv&customer=1', 'customer'],
  ] as const) {
    const reply = await journal(who, query)
    expect([query, reply.status, readRefusal(reply).message]).toEqual([query, 400, expect.stringContaining(why)])
  }
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Memory in use, in bytes. */
const inUse = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('100,000 rows are written in pieces, and are never in memory together', { timeout: 240_000 }, async () => {
  const who = await app.person('many')
  await app.sql(
    `insert into expenses (user_id, category, description, vendor, amount, expense_date)
     select $1, 'Travel', 'Ticket ' || i || repeat(' and more of it', 30), 'Train', 1.00, date '2020-01-01' + i % 2000 from generate_series(1, 50000) i`,
    [who.userId],
  )
  await app.post(who)
  // So much at once is read with the plan for an empty table until PostgreSQL has counted the rows.
  await app.sql('analyze')
  const before = inUse()
  const reply = await fetch(`${app.origin}/api/books/journal?format=csv`, { headers: { cookie: who.cookie } })
  // By now all of it is written, and little of it is sent.
  const used = inUse() - before
  let [bytes, rows] = [0, 0]
  for await (const piece of reply.body!) {
    bytes += piece.length
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows++
  }
  expect(rows).toBe(100_001)
  expect(bytes).toBeGreaterThan(45_000_000)
  expect(used).toBeLessThan(bytes / 3)
})
