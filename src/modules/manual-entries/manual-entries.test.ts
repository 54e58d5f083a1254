import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHledger, runHledger } from '#server/domain/ledger/testing/hledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'
import { bases } from '#shared/reports.ts'
import type { ManualEntryTemplate } from './model.ts'

let app: TestApp
let ada: Person
let bob: Person
let numbers = 0
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-15T12:00:00Z'))
  bob = await app.person('bob')
})
afterAll(() => app.close())

const begin = async () => {
  ada = await app.person(`ada${++numbers}`)
  return createRecords(app, ada)
}
const path = '/api/books/manual-entries'
const fee = { template: 'bank-fee', day: '2026-06-10', amount: '12.30', debitAccount: 6020, creditAccount: 1000 } as const
const enter = (template: ManualEntryTemplate, debitAccount: number, creditAccount: number, amount: string, more = {}) =>
  app.call(ada, 'POST', path, { ...fee, template, debitAccount, creditAccount, amount, ...more })
const undo = (id: number) => app.call(ada, 'POST', `${path}/${id}/undo`)
const listJournal = async (query = '') =>
  (await app.call(ada, 'GET', `/api/books/entries?kind=manual${query}`)).map(({ id, day, eventDay, reversesId, reversedById }) => ({
    ...{ id, day, eventDay, reversesId, reversedById },
  }))
/** Debits without a sign, credits with one, by account. */
const readTrialBalance = async (basis: string, day = '2026-06-30') =>
  Object.fromEntries(
    (await app.call(ada, 'GET', `/api/books/balances?basis=${basis}&day=${day}`)).accounts.map(({ number, debit, credit }) => [
      number,
      debit ?? `-${credit}`,
    ]),
  )
const health = async () => (await app.call(ada, 'GET', '/api/books/health')).findings
const readFigure = async (of: string, more = '') =>
  (await app.call(ada, 'GET', `/api/reports/documents?of=${of}&from=2026-06-01&to=2026-06-30${more}`)) as {
    sum: string
    rows: { title: string; amount: string; path: string | null }[]
  }

/** An invoice of 100.00 with 10.00 sales tax that is not paid, an expense of 20.00, and an entry of each kind. */
const enterAll = async () => {
  const records = await begin()
  const { id: customerId } = await records.customer()
  await records.invoice({
    ...{ customerId, status: 'sent', issueDate: '2026-06-01', dueDate: '2026-06-30', taxRate: '10' },
    lineItems: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
  })
  await records.expense({ expenseDate: '2026-06-05', amount: '20.00', category: 'Travel' })
  await enter('starting-balance', 1000, 3900, '500.00')
  await enter('owner-contribution', 1000, 3100, '200.00')
  await enter('owner-drawing', 3200, 1030, '15.00')
  await enter('income-tax-payment', 3200, 1000, '30.00')
  await enter('sales-tax-payment', 2200, 1000, '7.00')
  await enter('sales-tax-refund', 1000, 2200, '2.00')
  await enter('loan-received', 1000, 2500, '1000.00')
  await enter('loan-repayment', 2500, 1000, '100.00')
  await enter('interest-paid', 6030, 1000, '4.50')
  await enter('bank-fee', 6020, 1000, '12.30', { description: 'Card of the account' })
  await enter('other-income', 1000, 4800, '3.21')
  await enter('transfer', 1030, 1000, '60.00')
  await enter('other', 2500, 3100, '50.00')
}

/** Bank: 500 + 200 - 30 - 7 + 2 + 1000 - 100 - 4.50 - 12.30 + 3.21 - 60, less the expense of 20. */
const byHand = {
  ...{ 1000: '1471.41', 1030: '45.00', 2500: '-850.00', 3100: '-250.00', 3200: '45.00', 3900: '-500.00' },
  ...{ 4800: '-3.21', 6020: '12.30', 6030: '4.50', 6110: '20.00' },
}

test('entries of all kinds stand in the trial balance on both bases, and the books are healthy', async () => {
  await enterAll()
  // Sales tax: 10.00 of the invoice, less 7.00 paid, and 2.00 came back; on a cash basis there is none of the invoice.
  expect(await readTrialBalance('accrual')).toEqual({ ...byHand, 1200: '110.00', 2200: '-5.00', 4000: '-100.00' })
  expect(await readTrialBalance('cash')).toEqual({ ...byHand, 2200: '5.00' })
  expect(await health()).toEqual([])
  const [latest] = await app.call(ada, 'GET', '/api/books/entries?search=card+of+the')
  expect(latest).toMatchObject({
    ...{ kind: 'manual', description: 'Card of the account', path: `/books?entry=${latest!.id}`, manualEntryId: expect.any(Number) },
    postings: [
      { account: 6020, debit: '12.30', credit: null },
      { account: 1000, debit: null, credit: '12.30' },
    ],
  })
})

test('profit changes by fees, interest and other income only; money received, expenses and sales tax by none', async () => {
  await enterAll()
  const sums = Object.fromEntries(
    await Promise.all(
      ['received', 'expenses', 'tax', 'opening', 'bankFees', 'interest', 'otherIncome', 'costs', 'income', 'profit'].map(
        async (of) => [of, (await readFigure(of)).sum] as const,
      ),
    ),
  )
  expect(sums).toEqual({
    ...{ received: '0.00', expenses: '20.00', tax: '10.00', opening: '0.00', bankFees: '12.30', interest: '4.50', otherIncome: '3.21' },
    // 20.00 + 12.30 + 4.50; 100.00 + 3.21
    ...{ costs: '36.80', income: '103.21', profit: '66.41' },
  })
  const { rows } = await readFigure('bankFees')
  expect(rows).toEqual([
    expect.objectContaining({ title: 'Card of the account', amount: '12.30', path: expect.stringMatching(/^\/books\?entry=\d+$/) }),
  ])
  const dashboard = JSON.stringify(await app.call(ada, 'GET', '/api/dashboard'))
  expect(dashboard).toContain('20.00')
  for (const basis of bases) {
    const report = await app.call(ada, 'GET', `/api/reports?type=profit-loss&basis=${basis}&from=2026-06-01&to=2026-06-30`)
    const amounts = new Map(report.table.rows.map(({ cells: [name, amount] }) => [name!.text, amount?.amount]))
    const sales = basis === 'accrual' ? 100 : 0
    expect([basis, amounts.get('Net profit')]).toEqual([basis, (sales + 3.21 - 36.8).toFixed(2)])
    expect([amounts.get('Other income'), amounts.get('Bank fees'), amounts.get('Interest paid')]).toEqual(['3.21', '12.30', '4.50'])
    // Other income is no money from customers, so it leaves the reconciliation again.
    expect([amounts.get('Less other income'), amounts.get('Plus change in customer credit')]).toEqual(['3.21', '0.00'])
    const tax = await app.call(ada, 'GET', `/api/reports?type=sales-tax&basis=${basis}&from=2026-06-01&to=2026-06-30`)
    expect(JSON.stringify(tax)).not.toContain('7.00')
  }
})

test.skipIf(!hasHledger)('hledger reads the same balances from the exported journal', async () => {
  await enterAll()
  const folder = mkdtempSync(join(tmpdir(), 'billfold-manual-'))
  try {
    for (const basis of bases) {
      const file = join(folder, `${basis}.journal`)
      writeFileSync(file, (await app.send(ada, 'GET', `/api/books/journal?format=hledger&basis=${basis}`)).bytes)
      const text = await runHledger(file, 'balance', '--flat', '--no-total', '--output-format', 'csv')
      for (const line of [
        '"Assets:Bank","$1471.41"',
        '"Assets:Cash","$45.00"',
        '"Liabilities:Loans","$-850.00"',
        '"Equity:Owner Drawings","$45.00"',
      ])
        expect(text).toContain(line)
      await runHledger(file, 'check', '--strict', 'balanced')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an entry is undone once: its reversal stands on its day, and nothing is left of it', async () => {
  await begin()
  const { id } = await enter('bank-fee', 6020, 1000, '12.30')
  const undone = await undo(id)
  expect(undone.reversedAt).not.toBeNull()
  expect(await undo(id)).toEqual(undone)
  expect(await listJournal()).toEqual([
    { id: 2, day: '2026-06-10', eventDay: null, reversesId: 1, reversedById: null },
    { id: 1, day: '2026-06-10', eventDay: null, reversesId: null, reversedById: 2 },
  ])
  expect(await readTrialBalance('accrual')).toEqual({})
  expect(await readFigure('bankFees')).toMatchObject({ sum: '0.00', rows: [] })
  expect(await health()).toEqual([])
})

test('a closed period takes no entry, and one in it is reversed on the first open day', async () => {
  await begin()
  const { id } = await enter('bank-fee', 6020, 1000, '12.30', { day: '2026-05-20' })
  await app.call(ada, 'POST', '/api/books/closings', { throughDay: '2026-05-31' })
  const late = await app.send(ada, 'POST', path, { ...fee, day: '2026-05-31' })
  const message = 'Your books are closed through May 31, 2026. Choose a later date, or reopen the closing on the Books page.'
  expect([late.status, late.body]).toEqual([409, { message, issues: [{ path: 'day', message }] }])
  expect(await listJournal()).toHaveLength(1)
  await undo(id)
  expect(await listJournal()).toEqual([
    { id: 2, day: '2026-06-01', eventDay: '2026-05-20', reversesId: 1, reversedById: null },
    { id: 1, day: '2026-05-20', eventDay: null, reversesId: null, reversedById: 2 },
  ])
  expect(await readTrialBalance('cash', '2026-05-31')).toEqual({ 1000: '-12.30', 6020: '12.30' })
  expect(await readTrialBalance('cash')).toEqual({})
  expect(await health()).toEqual([])
})

test('an Idempotency-Key records one entry', async () => {
  await begin()
  const send = () => app.send(ada, 'POST', path, fee, { 'idempotency-key': 'double-click' })
  expect([(await send()).status, (await send()).status]).toEqual([201, 201])
  expect(await listJournal()).toHaveLength(1)
})

test('visitors are refused, and a stranger’s entry does not exist', async () => {
  await begin()
  const { id } = await enter('bank-fee', 6020, 1000, '12.30')
  expect((await app.send(null, 'POST', path, fee)).status).toBe(401)
  expect((await app.send(null, 'POST', `${path}/${id}/undo`)).status).toBe(401)
  expect((await app.send(bob, 'POST', `${path}/${id}/undo`)).status).toBe(404)
  expect(await app.call(bob, 'GET', '/api/books/entries')).toEqual([])
  expect((await listJournal())[0]!.reversedById).toBeNull()
})

test.each([
  [{ template: 'gift' }, 'template', 'Choose what happened'],
  [{ amount: '0.00' }, 'amount', 'Amount must be more than 0.00'],
  [{ amount: '1.005' }, 'amount', 'Amount can have at most 2 decimals'],
  [{ amount: '100000000' }, 'amount', 'Amount must be at most 99,999,999.99'],
  [{ day: '2026-02-30' }, 'day', 'Day must be a day that exists, like 2026-01-31'],
  [{ debitAccount: 1200 }, 'debitAccount', 'Debit account must be Bank Fees'],
  [{ template: 'other', debitAccount: 1200 }, 'debitAccount', expect.stringMatching(/^Debit account must be Bank, /)],
  [{ template: 'other', debitAccount: 2200 }, 'debitAccount', expect.stringMatching(/^Debit account must be Bank, /)],
  [{ template: 'other', debitAccount: 1000 }, 'creditAccount', 'Choose two different accounts'],
  [{ description: 'x'.repeat(501) }, 'description', 'Note can have at most 500 characters'],
])('the input %j is refused at %s: %s', async (change, at, message) => {
  await begin()
  const reply = await app.send(ada, 'POST', path, { ...fee, ...change })
  const refusal = readRefusal(reply) as { issues?: { path: string; message: string }[] }
  expect([reply.status, refusal.issues]).toEqual([400, [{ path: at, message }]])
})

test('a day in the future is refused', async () => {
  await begin()
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const reply = await app.send(ada, 'POST', path, { ...fee, day: tomorrow })
  expect(reply.status).toBe(400)
})
