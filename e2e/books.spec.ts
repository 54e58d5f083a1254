import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'

// The Books page: journal, accounts, statements, the health check, and the export of the journal.

// A refused check, and an entry that does not exist.
test.use({ allowedErrors: /429 \(Too Many Requests\)|404 \(Not Found\).*entries/ })

const openTab = async (page: Page, tab: string, part?: string) => {
  await page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name: tab, exact: true }).click()
  if (part) await page.getByRole('navigation', { name: tab }).getByRole('link', { name: part, exact: true }).click()
}
/** The rows of a table as the text of their cells. */
const cellsOf = (table: Locator) =>
  table.getByRole('row').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)))

const health = (page: Page) => page.getByRole('region', { name: 'Books health' })
const check = (page: Page) => health(page).getByRole('button', { name: /^Check (now|again)$/ })

const exported = async (page: Page) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export journal' }).click()
  const file = await saving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a refused health check is retried and confirms correct books; a wrong total is reported with a link to its invoice', async ({
  page,
  records,
  sql,
  accessible,
}) => {
  const customer = await records.customer({ name: 'Acme' })
  const number = `BOOK-${Date.now()}`
  const { id } = await records.invoice({ customerId: customer.id, invoiceNumber: number, status: 'sent' })
  await page.request.post(`/api/invoices/${id}/mark-paid`)
  await records.expense({ description: 'Train', category: 'Travel', amount: '45.50', expenseDate: '2026-01-05' })

  await page.goto('/reports')
  await page.getByRole('link', { name: 'Books' }).click()
  await expect(page).toHaveTitle(/^Books/)
  await openTab(page, 'Check & export')
  await expect(page).toHaveURL('/books/health')
  await expect(page).toHaveTitle(/^Health/)
  const message = 'Your books are being checked already. Wait until that check is done.'
  await page.route('**/api/books/health', (route) => route.fulfill({ status: 429, json: { message } }), { times: 1 })
  await check(page).click()
  await expect(health(page).getByRole('alert')).toContainText(message)
  await health(page).getByRole('button', { name: 'Try again' }).click()
  await expect(health(page).getByRole('status')).toContainText('Everything matches.')
  await expect(health(page).getByRole('region', { name: 'Sums of invoices and estimates' }).getByRole('listitem').first()).toHaveText(
    /^Line totals of invoices: quantity x unit price\s*1 match/,
  )

  await sql(
    'update documents set subtotal = subtotal + 1, net_amount = net_amount + 1, total = total + 1, home_total = home_total + 1 where number = $1',
    [number],
  )
  await check(page).click()
  const findings = health(page).getByRole('list', { name: 'Mismatches' }).getByRole('listitem')
  await expect(findings.first()).toContainText(`Invoice ${number}`)
  await expect(findings.filter({ hasText: 'The subtotal says 101.00, but the lines come to 100.00.' })).toContainText(`Invoice ${number}`)
  await expect(health(page).getByRole('alert')).toContainText(/of \d+ comparisons fail/)
  await accessible(page, 'books, with findings')
  await findings.first().getByRole('link').click()
  await expect(page).toHaveURL(`/invoices/${id}`)
})

test('the journal is exported as an hledger file for all dates, and as CSV of the cash basis for a date range', async ({
  page,
  records,
}) => {
  const customer = await records.customer({ name: 'Acme' })
  const days = { dueDate: '2026-02-28', status: 'sent' as const, customerId: customer.id }
  await records.invoice({ ...days, invoiceNumber: 'J-1', issueDate: '2025-12-31' })
  await records.invoice({ ...days, invoiceNumber: 'J-2', issueDate: '2026-01-01' })
  await records.expense({ description: '=1+1', category: 'Travel', amount: '45.50', expenseDate: '2026-01-05' })

  await page.goto('/books/export')
  const all = await exported(page)
  expect(all.name).toBe('journal-accrual.journal')
  expect(all.text).toMatch(/2025-12-31 .*J-1/)
  expect(all.text).toMatch(/2026-01-01 .*J-2/)
  expect(all.text.match(/Assets:Accounts Receivable:C\d+ +\$100\.00/g)).toHaveLength(2)

  await page.getByLabel('Format').selectOption({ label: 'CSV' })
  await page.getByLabel('Period').selectOption('Custom range')
  await page.getByLabel('From').fill('2026-01-31')
  await page.getByLabel('To').fill('2026-01-01')
  await page.getByRole('button', { name: 'Export journal' }).click()
  await expect(page.getByRole('alert')).toHaveText('The end date is before the start date')
  await expect(page.getByLabel('To')).toBeFocused()
  await page.getByLabel('To').fill('2026-01-31')
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('Basis').selectOption('Cash')
  const some = await exported(page)
  expect(some.name).toBe('journal-cash-from-2026-01-01-to-2026-01-31.csv')
  expect(some.text).not.toMatch(/J-[12]/)
  // Text that looks like a formula is escaped for spreadsheets.
  expect(some.text).toContain("'=1+1")
})

test('the journal lists an invoice and its payment, filters them, opens the document, and shows a reversed entry', async ({
  page,
  records,
}) => {
  const customer = await records.customer({ name: 'Acme' })
  const { id } = await records.invoice({ customerId: customer.id, invoiceNumber: 'L-1', status: 'sent', taxRate: '10' })
  await records.expense({ description: 'Train', category: 'Travel', amount: '45.50', expenseDate: '2026-01-05', vendor: '東京メトロ' })
  await page.goto('/books')
  const journal = page.getByRole('table', { name: 'Journal', exact: true })
  await expect(journal.getByRole('rowgroup')).toHaveCount(3)
  expect(await cellsOf(journal)).toEqual([
    ['No.', 'Date', 'Type', 'Details', 'Account', 'Debit', 'Credit'],
    ['2', 'Jan 05, 2026No. 2', 'Expense', 'TrainExpense · 東京メトロ', 'Travel', '$45.50', ''],
    ['Bank', '', '$45.50'],
    ['1', 'Jan 05, 2026No. 1', 'Invoice', 'Invoice L-1Acme', 'Accounts Receivable', '$110.00', ''],
    ['Sales', '', '$100.00'],
    ['Sales Tax Payable', '', '$10.00'],
  ])

  // A payment appears without a reload.
  await page.request.post(`/api/invoices/${id}/mark-paid`)
  await expect(journal.getByRole('link', { name: 'Payment of L-1' })).toBeVisible()
  await page.getByLabel('Type').selectOption('Payment')
  await expect(journal.getByRole('rowgroup')).toHaveCount(2)
  await page.getByRole('group', { name: 'Basis' }).getByText('Cash').click()
  await expect(journal).toContainText('Sales Tax Payable')
  await expect(page).toHaveURL('/books?kind=payment&basis=cash')
  await page.reload()
  await expect(page.getByLabel('Type')).toHaveValue('payment')
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('nothing like this')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL('/books?basis=cash')

  await journal.getByRole('link', { name: 'Payment of L-1' }).click()
  await expect(page).toHaveURL(`/invoices/${id}`)
  await page.goBack()
  await journal.getByRole('link', { name: 'Train' }).click()
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('Train')

  // A changed invoice is reversed and posted again; a link shows one entry above the journal.
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '200.00' }]
  const changed = {
    customerId: customer.id,
    invoiceNumber: 'L-2',
    issueDate: '2026-01-06',
    dueDate: '2030-12-31',
    status: 'sent',
    lineItems,
  }
  const second = await records.invoice({ customerId: customer.id, invoiceNumber: 'L-2', status: 'sent' })
  const put = await page.request.put(`/api/invoices/${second.id}`, { data: { ...changed, version: second.version } })
  expect(put.ok(), await put.text()).toBe(true)
  await page.goto('/books')
  const reversed = journal.getByRole('link', { name: /^Reversed by entry/ })
  await expect(reversed).toHaveText('Reversed')
  await journal.getByRole('link', { name: /^Reversal of/ }).click()
  const entry = page.getByRole('region', { name: /^Entry \d/ })
  await expect(entry.getByRole('table')).toContainText('Invoice L-2')
  await expect(entry.getByRole('heading')).toBeFocused()
  await entry.getByRole('button', { name: /^Close entry/ }).click()
  await expect(entry).toBeHidden()
  await page.goto('/books?entry=99')
  await expect(page.getByRole('alert')).toHaveText('There is no entry 99.')
})

test('an account shows its entries with the running balance; the trial balance and the balance sheet agree', async ({ page, records }) => {
  const customer = await records.customer({ name: 'Acme' })
  const days = { dueDate: '2026-03-31', status: 'sent' as const, customerId: customer.id, taxRate: '10' }
  await records.invoice({ ...days, invoiceNumber: 'L-3', issueDate: '2026-01-05' })
  await records.invoice({ ...days, invoiceNumber: 'L-4', issueDate: '2026-02-05' })
  await records.expense({ description: 'Train', category: 'Travel', amount: '45.50', expenseDate: '2026-02-06' })

  await page.goto('/books')
  await openTab(page, 'Accounts')
  await expect(page.getByRole('link', { name: /^1200\s*Accounts Receivable\s*\$220\.00$/ })).toBeVisible()
  await page.getByRole('link', { name: /Accounts Receivable/ }).click()
  await expect(page).toHaveURL('/books/accounts/1200')
  const ledger = page.getByRole('table', { name: 'Ledger of Accounts Receivable' })
  await expect(ledger).toContainText('Closing balance')
  const balances = async () => (await cellsOf(ledger)).slice(1).map((cells) => cells.at(-1))
  expect(await balances()).toEqual(['$0.00', '$110.00', '$220.00', '$220.00'])
  await page.getByLabel('From').fill('2026-02-01')
  await expect(ledger.getByRole('link', { name: 'Invoice L-3' })).toBeHidden()
  expect(await balances()).toEqual(['$110.00', '$220.00', '$220.00'])
  await page.getByLabel('To').fill('2026-01-01')
  await expect(page.getByRole('alert')).toContainText('The end date is before the start date')
  await page.getByRole('button', { name: 'Show all dates' }).click()
  await ledger.getByRole('link', { name: 'No. 1', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('region', { name: 'Entry 1' })).toBeVisible()

  await openTab(page, 'Statements')
  const trial = page.getByRole('table', { name: 'Trial balance' })
  await expect(trial).toContainText('Total')
  expect(await cellsOf(trial)).toEqual([
    ['No.', 'Account', 'Debit', 'Credit'],
    ['1000', 'Bank', '', '$45.50'],
    ['1200', 'Accounts Receivable', '$220.00', ''],
    ['2200', 'Sales Tax Payable', '', '$20.00'],
    ['4000', 'Sales', '', '$200.00'],
    ['6110', 'Travel', '$45.50', ''],
    ['', 'Total', '$265.50', '$265.50'],
  ])
  await page.getByLabel('As of').fill('2026-01-31')
  await expect(trial.getByRole('row').last()).toHaveText('Total$110.00$110.00')
  await trial.getByRole('link', { name: 'Sales', exact: true }).click()
  await expect(page).toHaveURL('/books/accounts/4000?to=2026-01-31')

  await openTab(page, 'Statements', 'Balance sheet')
  await expect(page.getByText('Total assets$174.50')).toBeVisible()
  await expect(page.getByText('Total liabilities and equity$174.50')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Equity' })).toContainText('Earnings$154.50')
  await expect(page.getByText('Assets equal liabilities and equity.')).toBeVisible()
})

test('a long journal and a long ledger are loaded page by page', async ({ page, records }) => {
  await records.imported('expenses', 60, (i) => ({
    description: `Train ${i}`,
    amount: '1.00',
    category: 'Travel',
    expenseDate: '2026-01-05',
  }))
  await page.goto('/books')
  const journal = page.getByRole('table', { name: 'Journal', exact: true })
  await expect(journal.getByRole('rowgroup')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(journal.getByRole('rowgroup')).toHaveCount(61)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()

  await page.goto('/books/accounts/1000')
  const ledger = page.getByRole('table', { name: 'Ledger of Bank' })
  await expect(ledger.getByRole('row').last()).toContainText('-$50.00')
  await expect(ledger.getByText('Closing balance')).toBeHidden()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(ledger.getByRole('row').last()).toHaveText('Closing balance-$60.00')
})
