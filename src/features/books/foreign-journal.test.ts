import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHledger, hasLedger, runHledger, runLedger } from '#server/domain/ledger/testing/hledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { Currency } from '#shared/currencies.ts'

// The journal of a business with invoices in other currencies, as hledger and ledger read it.

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  folder = mkdtempSync(join(tmpdir(), 'billfold-foreign-journal-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

let count = 0
const createBusiness = async (currency: Currency) => {
  const who = await app.person(`foreign${++count}`)
  await app.sql("update users set subscription_status = 'active' where id = $1", [who.userId])
  await app.sql("insert into business_profiles (user_id, business_name, currency) values ($1, 'Ada Ltd', $2)", [who.userId, currency])
  const { id: customerId } = await app.call(who, 'POST', '/api/customers', { name: 'Acme' })
  return { who, customerId }
}

type Sale = { currency: Currency; exchangeRate: string; unitPrice: string; paid: string; homeAmount: string }

const sell = async ({ who, customerId }: Awaited<ReturnType<typeof createBusiness>>, sale: Sale) => {
  const { currency, exchangeRate, unitPrice, paid, homeAmount } = sale
  const { id } = await app.call(who, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: '2026-03-31', dueDate: '2026-04-30', currency, exchangeRate },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
  })
  const pay = { amount: paid, homeAmount, paymentDate: '2026-04-02', paymentMethod: 'Cash' }
  expect((await app.send(who, 'POST', `/api/invoices/${id}/payments`, pay)).status).toBe(201)
}

const read = async (who: Person, query = '') => {
  const text = String((await app.send(who, 'GET', `/api/books/journal?format=hledger${query}`)).bytes)
  const file = join(folder, `${++count}.journal`)
  writeFileSync(file, text)
  return { text: text.replace(/ {2,}/g, '  '), file }
}

test('lines of a receivable in another currency have its amount, and what it costs at home', async () => {
  const business = await createBusiness('USD')
  const { who, customerId } = business
  await sell(business, { currency: 'EUR', exchangeRate: '1.0842', unitPrice: '100.00', paid: '40.00', homeAmount: '44.00' })
  const { text, file } = await read(who)
  expect(text).toContain('\ncommodity $1000.00\ncommodity 1000.00 EUR\n\n')
  const account = `Assets:Accounts Receivable:C${customerId}`
  expect(text).toContain(`Invoice INV-1  ; invoice:INV-1\n  ${account}  100.00 EUR @@ $108.42\n  Income:Sales  $-108.42\n`)
  expect(text).toContain(`\n  Assets:Bank  $44.00\n  ${account}  -40.00 EUR @@ $43.37\n  Income:Exchange Gain or Loss  $-0.63\n`)
  // On a cash basis nothing is receivable.
  expect((await read(who, '&basis=cash')).text).not.toContain('EUR')
  if (hasHledger) expect(await runHledger(file, 'balance', 'acct:Receivable', '-O', 'csv', '-N')).toContain(`"${account}","60.00 EUR"`)
})

test.each([
  ['USD', 'JPY', '0.0067', '15000', '5000', '36.00', '10000 JPY', '$67.00'],
  ['USD', 'KWD', '3.25', '12.345', '2.344', '7.00', '10.001 KWD', '$32.50'],
  ['JPY', 'USD', '149.5', '100.00', '40.00', '6100', '$60.00', '8970 JPY'],
  ['JPY', 'KWD', '480.12', '1.250', '0.250', '130', '1.000 KWD', '480 JPY'],
  ['KWD', 'EUR', '0.3321', '100.01', '50.00', '16.111', '50.01 EUR', '16.608 KWD'],
  ['KWD', 'JPY', '0.00206', '9999', '1999', '4.000', '8000 JPY', '16.480 KWD'],
] as const)(
  'hledger and ledger read the books of a business in %s with invoices in %s',
  async (home, currency, exchangeRate, unitPrice, paid, homeAmount, open, cost) => {
    const business = await createBusiness(home)
    await sell(business, { currency, exchangeRate, unitPrice, paid, homeAmount })
    for (const basis of ['accrual', 'cash']) {
      const { file } = await read(business.who, `&basis=${basis}`)
      const account = `Assets:Accounts Receivable:C${business.customerId}`
      const expected = basis === 'accrual' ? [`"${account}","${open}"`, `"${account}","${cost}"`] : ['', '']
      if (hasHledger) {
        await runHledger(file, 'check', '--strict', 'ordereddates')
        const balance = async (...more: string[]) =>
          (await runHledger(file, 'balance', 'acct:Receivable', '--flat', '-N', '-O', 'csv', ...more)).split('\n')[1]
        expect([await balance(), await balance('--cost')]).toEqual(expected)
      }
      if (hasLedger) {
        const format = '"%(account)","%(scrub(amount))"\n'
        const balance = async (...more: string[]) =>
          (await runLedger(file, 'balance', 'Receivable', '--flat', '--no-total', '--balance-format', format, ...more)).trim()
        expect([await balance(), await balance('--cost')]).toEqual(expected)
      }
    }
  },
)

test('the exchange difference of a paid invoice follows its rate', async () => {
  const business = await createBusiness('USD')
  const { who, customerId } = business
  await sell(business, { currency: 'EUR', exchangeRate: '1.0842', unitPrice: '100.00', paid: '100.00', homeAmount: '110.00' })
  const sumExchange = async () =>
    (
      await app.sql<{ gain: string }>(
        `select sum(case when credit_account = 4910 then amount else -amount end)::numeric(14,2)::text as gain
         from journal_lines where user_id = $1 and basis = 'accrual' and 4910 in (debit_account, credit_account)`,
        [who.userId],
      )
    )[0]!.gain
  expect(await sumExchange()).toBe('1.58')
  const [{ id }] = (await app.sql<{ id: number }>('select id from documents where user_id = $1', [who.userId])) as [{ id: number }]
  const edit = { customerId, invoiceNumber: 'INV-1', issueDate: '2026-03-31', dueDate: '2026-04-30', exchangeRate: '1.12' }
  await app.call(who, 'PUT', `/api/invoices/${id}`, { ...edit, lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }] })
  expect(await sumExchange()).toBe('-2.00')
})
