import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { checkAllUsers } from '#root/scripts/books-health/check.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createLargeBooks, insertLargeBooks, type LargeBooks, type LargeInvoice, toText } from '#server/testing/large-books.ts'
import { addDays, type Day, day, getMonthStart } from '#shared/dates.ts'
import { getMonthEnd } from '#shared/periods.ts'
import { hasBasis, reportTypes } from '#shared/reports.ts'
import { soakCount, soakSeed } from '#shared/testing/soak.ts'

// Sums of more than 2^53 thousandths: ten invoices at the largest rates come to as much. Every sum, report and check has to answer, and to be exact.

const now = new Date('2026-06-15T12:00:00Z')
const today = day('2026-06-15')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ accountLimits: { maxRecords: 1_000_000, maxMegabytes: 100_000 } })
  app.setNow(now)
})
afterAll(() => app.close())

const add = (parts: readonly bigint[]) => toText(parts.reduce((all, part) => all + part, 0n))
const homeOf = ({ homeNet, homeTax }: LargeInvoice) => homeNet + homeTax
const isOpen = ({ paid }: LargeInvoice) => paid === null
const range = { from: getMonthStart(today, 13), to: getMonthEnd(today) }
const query = `from=${range.from}&to=${range.to}`

/** The sums of the books, by big integers. */
const computeSums = ({ invoices, expenses }: LargeBooks) => {
  const open = invoices.filter(isOpen)
  const gain = invoices.flatMap((invoice) => (invoice.paid ? [invoice.paid.home - homeOf(invoice)] : []))
  const sales = invoices.map(({ homeNet }) => homeNet)
  const spent = expenses.map(({ amount }) => amount)
  return {
    invoiced: add(invoices.map(homeOf)),
    received: add(invoices.flatMap(({ paid }) => (paid ? [paid.home] : []))),
    receivedInMonth: add(invoices.flatMap(({ paid }) => (paid && paid.on >= getMonthStart(today) ? [paid.home] : []))),
    outstanding: add(open.map(homeOf)),
    overdue: add(open.filter(({ due }) => due < today).map(homeOf)),
    sales: add(sales),
    income: add([...sales, ...gain]),
    tax: add(invoices.map(({ homeTax }) => homeTax)),
    spent: add(spent),
    profit: add([...sales, ...gain, ...spent.map((amount) => -amount)]),
  }
}

describe.each(['USD', 'JPY', 'KWD'] as const)('books in %s with amounts up to the limit', (home) => {
  let ada: Person
  let books: LargeBooks
  let sums: ReturnType<typeof computeSums>
  let customers: number[]
  beforeAll(async () => {
    ada = await app.person(`ada ${home}`)
    books = createLargeBooks(soakSeed * 10 + home.charCodeAt(0), home, soakCount(60, 10_000), today)
    sums = computeSums(books)
    await app.database.asUser(ada.userId, async (db) => {
      customers = await insertLargeBooks(db, books)
      await postAll(db)
      await rebuildSearchEntries(db, entities)
    })
  })
  const headline = async (type: string, more = '') => {
    const report = await app.call(ada, 'GET', `/api/reports?type=${type}&${query}${more}`)
    return Object.fromEntries(
      (report as { headline: { label: string; amount?: string }[] }).headline.map(({ label, amount }) => [label, amount]),
    )
  }

  test('the dashboard and the cards above the reports say what they come to', async () => {
    const dashboard = await app.call(ada, 'GET', '/api/dashboard')
    expect(dashboard).toMatchObject({
      ...{ totalRevenue: sums.received, outstanding: sums.outstanding, paidThisMonth: sums.receivedInMonth, totalExpenses: sums.spent },
      overdue: { sum: sums.overdue },
    })
    expect(await app.call(ada, 'GET', `/api/reports/summary?${query}`)).toMatchObject({
      ...{ totalRevenue: sums.received, outstanding: sums.outstanding, paidThisMonth: sums.receivedInMonth, totalExpenses: sums.spent },
    })
  })

  test('every report says what they come to, on both bases, and is exported', async () => {
    expect(await headline('revenue')).toMatchObject({ 'Money received': sums.received, Payments: sums.received })
    expect(await headline('expenses')).toMatchObject({ 'Total expenses': sums.spent })
    expect(await headline('customer')).toMatchObject({ Invoiced: sums.invoiced, 'Outstanding now': sums.outstanding })
    expect(await headline('invoice')).toMatchObject({ Invoiced: sums.invoiced, Overdue: sums.overdue })
    expect(await headline('receivables')).toMatchObject({ 'Owed by customers': sums.outstanding })
    expect(await headline('sales-tax')).toMatchObject({ 'Sales tax': sums.tax, 'Net sales': sums.sales })
    expect(await headline('profit-loss')).toMatchObject({ Income: sums.income, Expenses: sums.spent, 'Net profit': sums.profit })
    for (const type of reportTypes)
      for (const format of ['csv', 'pdf']) {
        const of = type === 'statement' ? `&customerId=${customers[0]}` : hasBasis(type) ? '&basis=cash' : ''
        const file = await app.send(ada, 'GET', `/api/reports/export?type=${type}&format=${format}&${query}${of}`)
        expect([type, format, file.status]).toEqual([type, format, 200])
      }
  })

  test('lists, customers and statements say what they come to', async () => {
    expect(await app.call(ada, 'GET', '/api/invoices/summary')).toMatchObject({ total: sums.invoiced, balanceDue: sums.outstanding })
    expect(await app.call(ada, 'GET', '/api/expenses/summary')).toMatchObject({ total: sums.spent })
    const listed = await app.call(ada, 'GET', '/api/customers')
    for (const [at, id] of customers.entries()) {
      const own = books.invoices.filter(({ customer }) => customer === at)
      const balanceDue = add(own.filter(isOpen).map(homeOf))
      expect(await app.call(ada, 'GET', `/api/customers/${id}/figures` as '/api/customers/:id/figures')).toMatchObject({
        ...{ invoiced: add(own.map(homeOf)), paid: add(own.flatMap(({ paid }) => (paid ? [paid.home] : []))), balanceDue },
      })
      expect(listed.find((row) => row.id === id)).toMatchObject({ balanceDue })
      const statement = await app.call(ada, 'GET', `/api/reports?type=statement&${query}&customerId=${id}`)
      const due = (statement as { headline: { label: string; amount?: string; currency?: string }[] }).headline
        .filter(({ label }) => label === 'Balance due')
        .map(({ amount, currency }) => [currency ?? home, amount])
      for (const [currency, amount] of due)
        expect([currency, amount]).toEqual([
          currency,
          add(own.filter((invoice) => isOpen(invoice) && invoice.currency === currency).map(({ net, tax }) => net + tax)),
        ])
    }
  })

  test('the accounts balance, a month is closed, and the journal is exported', async () => {
    const { accounts } = await app.call(ada, 'GET', `/api/books/balances?day=${today}`)
    const receivable = accounts.find(({ number }) => number === 1200)
    expect(receivable).toMatchObject({ debit: sums.outstanding })
    const side = (name: 'debit' | 'credit') =>
      add(accounts.map((account) => BigInt((account[name] ?? '0.00').replace(/(\.\d\d)$/, '$10').replace('.', ''))))
    expect(side('debit')).toBe(side('credit'))
    expect(await app.call(ada, 'GET', '/api/books/accounts/1200?limit=50' as '/api/books/accounts/:account')).toMatchObject({
      closing: sums.outstanding,
    })
    const throughDay = getMonthEnd(getMonthStart(today, 2)) as Day
    await app.call(ada, 'POST', '/api/books/closings', { throughDay })
    for (const format of ['csv', 'hledger', 'accounting']) {
      const journal = await app.send(
        ada,
        'GET',
        `/api/books/journal?format=${format}&basis=accrual&from=${addDays(throughDay, 1)}&to=${range.to}`,
      )
      expect([format, journal.status]).toEqual([format, 200])
    }
  })

  test('the check of the books finds nothing, for the user and for the operator', async () => {
    const { checks, findings } = await app.call(ada, 'GET', '/api/books/health')
    expect(findings).toEqual([])
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([])
    const lines: string[] = []
    expect(await checkAllUsers(app.database, ada.email, (line) => lines.push(line))).toBe(0)
    expect(lines.at(-1)).toBe('1 book checked: everything agrees.')
  })
})

test('an account whose check fails is a finding of it, and the others are checked', async () => {
  const [eve, zoe] = [await app.person('eve'), await app.person('zoe')]
  // No amount has so many digits: whatever reads it fails.
  await app.sql(
    "insert into expenses (user_id, category, description, amount, expense_date) values ($1, 'Travel', 'Flight', 1e45, '2026-01-01')",
    [eve.userId],
  )
  const lines: string[] = []
  expect(await checkAllUsers(app.database, null, (line) => lines.push(line))).toBeGreaterThan(0)
  expect(lines).toContain(`${eve.email}: 1 finding`)
  expect(lines.some((line) => line.startsWith('  The check failed: '))).toBe(true)
  expect(lines.some((line) => line.startsWith(`${zoe.email}: everything agrees`))).toBe(true)
})

test('a stored rate that makes a payment too large to store counts as none: the payment is worth what its invoice says', async () => {
  const liz = await app.person('liz')
  const customerId = (await app.call(liz, 'POST', '/api/customers', { name: 'Acme' })).id
  const dated = { issueDate: '2026-06-01', dueDate: '2026-07-01', currency: 'EUR', exchangeRate: '1.1' }
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '50000000.00' }]
  const { id } = await app.call(liz, 'POST', '/api/invoices', { ...dated, customerId, invoiceNumber: 'F-1', status: 'sent', lineItems })
  await app.call(liz, 'PUT', '/api/exchange-rates/EUR/2026-06-10' as '/api/exchange-rates/:currency/:day', { rate: '9999999999' })
  const payment = { amount: '50000000.00', paymentDate: '2026-06-12', paymentMethod: 'Bank transfer' }
  expect(await app.call(liz, 'POST', `/api/invoices/${id}/payments` as '/api/invoices/:id/payments', payment)).toMatchObject({
    payment: { homeAmount: '55000000.00' },
    balanceDue: '0.00',
  })
})
