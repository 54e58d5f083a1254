import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'

// The Books page: the health check, and the export of the journal.

test.use({ allowedErrors: /429 \(Too Many Requests\)/ })

const health = (page: Page) => page.getByRole('region', { name: 'Books health' })
const check = (page: Page) => health(page).getByRole('button', { name: /^Check (now|again)$/ })

const exported = async (page: Page) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export journal' }).click()
  const file = await saving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('the health check confirms correct books; a wrong total is reported with a link to its invoice', async ({
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
  await check(page).click()
  await expect(health(page).getByRole('status')).toContainText('Everything matches.')
  await expect(health(page).getByRole('region', { name: 'Sums of invoices and estimates' }).getByRole('listitem').first()).toHaveText(
    /^Line totals of invoices: quantity x unit price\s*1 match/,
  )
  await accessible(page, 'books, all clear')

  await sql(
    'update documents set subtotal = subtotal + 1, net_amount = net_amount + 1, total = total + 1, home_total = home_total + 1 where number = $1',
    [number],
  )
  await check(page).click()
  const findings = health(page).getByRole('list', { name: 'Mismatches' }).getByRole('listitem')
  await expect(findings.first()).toContainText(`Invoice ${number}`)
  await expect(findings.filter({ hasText: 'The subtotal says $101.00, but the lines come to $100.00.' })).toContainText(`Invoice ${number}`)
  await expect(health(page).getByRole('alert')).toContainText(/of \d+ comparisons fail/)
  await accessible(page, 'books, with findings')
  await findings.first().getByRole('link').click()
  await expect(page).toHaveURL(`/invoices/${id}`)
})

test('the health check passes for empty books; a refused check shows the reason and can be retried', async ({ page, person }) => {
  expect(person.email).toContain('@')
  await page.goto('/books')
  const message = 'Your books are being checked already. Wait until that check is done.'
  await page.route('**/api/books/health', (route) => route.fulfill({ status: 429, json: { message } }), { times: 1 })
  await check(page).click()
  await expect(health(page).getByRole('alert')).toContainText(message)
  await health(page).getByRole('button', { name: 'Try again' }).click()
  await expect(health(page).getByRole('status')).toContainText(
    'Everything matches. Your books are empty, so there is little to compare yet.',
  )
})

test('the journal is exported as an hledger file and as CSV, for all dates and for a date range', async ({ page, records }) => {
  const customer = await records.customer({ name: 'Acme' })
  const days = { dueDate: '2026-02-28', status: 'sent' as const, customerId: customer.id }
  await records.invoice({ ...days, invoiceNumber: 'J-1', issueDate: '2025-12-31' })
  await records.invoice({ ...days, invoiceNumber: 'J-2', issueDate: '2026-01-01' })
  await records.expense({ description: '=1+1', category: 'Travel', amount: '45.50', expenseDate: '2026-01-05' })

  await page.goto('/books')
  const all = await exported(page)
  expect(all.name).toBe('journal-accrual.journal')
  expect(all.text).toMatch(/2025-12-31 .*J-1/)
  expect(all.text).toMatch(/2026-01-01 .*J-2/)
  expect(all.text.match(/Assets:Accounts Receivable:C\d+ Acme +\$100\.00/g)).toHaveLength(2)

  await page.getByLabel('Format').selectOption('CSV')
  await page.getByLabel('Period').selectOption('Custom range')
  await page.getByLabel('From').fill('2026-01-31')
  await page.getByLabel('To').fill('2026-01-01')
  await page.getByRole('button', { name: 'Export journal' }).click()
  await expect(page.getByRole('alert')).toHaveText('The end date is before the start date')
  await expect(page.getByLabel('To')).toBeFocused()
  await page.getByLabel('To').fill('2026-01-31')
  await page.getByLabel('From').fill('2026-01-01')
  const some = await exported(page)
  expect(some.name).toBe('journal-accrual-from-2026-01-01-to-2026-01-31.csv')
  expect(some.text).toContain('J-2')
  expect(some.text).not.toContain('J-1')
  // Text that looks like a formula is escaped for spreadsheets.
  expect(some.text).toContain("'=1+1")

  await page.getByLabel('Basis').selectOption('Cash')
  const cash = await exported(page)
  expect(cash.name).toBe('journal-cash-from-2026-01-01-to-2026-01-31.csv')
  expect(cash.text).not.toContain('J-2')
})
