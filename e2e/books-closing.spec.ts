import { addDays, formatDay, getMonthStart, today } from '#shared/dates.ts'
import { choose } from './support/combobox.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

// Closing a month, and opening balances. An edit in a closed month is refused.

test.use({ allowedErrors: /409 \(Conflict\)/ })

/** The last day of the last ended month, and a day within that month. */
const monthEnd = addDays(getMonthStart(today(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)), -1)
const withinMonth = addDays(monthEnd, -9)

test('a closed month refuses changes, and is reopened with a reason', async ({ page, records }) => {
  const customer = await records.customer({ name: 'Acme' })
  const days = { customerId: customer.id, issueDate: withinMonth }
  await records.invoice({ ...days, invoiceNumber: 'C-1', status: 'sent' })
  const draft = await records.invoice({ ...days, invoiceNumber: 'C-2' })

  await page.goto('/books/close')
  await expect(page.getByText('Nothing is closed yet')).toBeVisible()
  const before = page.getByRole('list', { name: 'Before closing' })
  await expect(before).toContainText(`1 draft dated through ${formatDay(monthEnd)}`)
  await expect(before).toContainText('1 entry will be closed')
  await expect(before.getByRole('link', { name: /C-2/ })).toHaveAttribute('href', `/invoices/${draft.id}`)
  await before.getByRole('button', { name: 'Check books health' }).click()
  await expect(before.getByRole('status')).toContainText('Everything matches.')
  await page.getByRole('button', { name: `Close through ${formatDay(monthEnd)}` }).click()
  await expect(page.getByText(`Books are closed through ${formatDay(monthEnd)}`)).toBeVisible()
  await expect(page.getByText('All ended months are closed')).toBeVisible()
  const closings = page.getByRole('list', { name: 'Closings' })
  await expect(closings).toContainText('Closed by Ada Lovelace')
  await expect(closings).toContainText(/Fingerprint [0-9a-f]{12}/)

  await page.goto('/invoices')
  await runInvoiceAction(page, 'C-1', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
  await dialog.getByLabel('Line 1 Qty').fill('3')
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(page.getByText(`Your books are closed through ${formatDay(monthEnd)}.`).first()).toBeVisible()

  await page.goto('/books/close')
  await closings.getByRole('button', { name: 'Reopen...' }).click()
  const reopen = page.getByRole('dialog', { name: `Reopen books closed through ${formatDay(monthEnd)}` })
  await expect(reopen.getByLabel('Reason')).toBeFocused()
  await reopen.getByLabel('Reason').fill('A line was missing')
  await reopen.getByRole('button', { name: 'Reopen' }).click()
  await expect(closings).toContainText(/Reopened by Ada Lovelace, .*: A line was missing/)
  await expect(page.getByText('Nothing is closed yet')).toBeVisible()
  await expect(closings.getByRole('button')).toHaveCount(0)
})

test('an opening balance is owed like an invoice, and is paid; others are imported from a CSV file', async ({ page, records }) => {
  await records.customer({ name: 'شركة النور للتجارة' })
  await page.goto('/books/opening-balances')
  await expect(page.getByText('No opening balances yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add opening balance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add opening balance' })
  await choose(dialog.getByLabel('Customer'), 'شركة')
  await dialog.getByLabel('Open amount').fill('250.00')
  await dialog.getByLabel('As of').fill('2026-01-31')
  await dialog.getByLabel('Due date').fill('2026-01-15')
  await dialog.getByLabel('Invoice number').fill('OLD-7')
  await dialog.getByRole('button', { name: 'Add opening balance' }).click()
  await expect(dialog).toBeHidden()
  const table = page.getByRole('table', { name: 'Opening balances' })
  await expect(table.getByRole('row').last()).toHaveText(/^OLD-7شركة النور للتجارة.*Jan 31, 2026Jan 15, 2026\$250\.00\$250\.00$/)

  await page.goto('/reports?type=receivables')
  await expect(page.getByRole('table', { name: 'Aged Receivables', exact: true })).toContainText('$250.00')
  await page.goto('/books/opening-balances')
  const href = await table.getByRole('link', { name: 'OLD-7' }).getAttribute('href')
  expect((await page.request.post(`/api${href}/mark-paid`)).ok()).toBe(true)
  await expect(table.getByRole('row').last()).toContainText('Paid')
  await page.goto('/books/balance-sheet')
  await expect(page.getByRole('region', { name: 'Equity' })).toContainText('Opening Balance Equity$250.00')
  await expect(page.getByRole('region', { name: 'Assets' })).toContainText('Bank$250.00')

  await page.goto('/books/opening-balances')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const importing = page.getByRole('dialog', { name: 'Import opening balances' })
  await expect(importing.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const buffer = Buffer.from('Customer,Amount,Due date,Invoice number\nشركة النور للتجارة,80.50,2026-01-20,OLD-8\n')
  await page.getByLabel('CSV file').setInputFiles({ name: 'unpaid.csv', mimeType: 'text/csv', buffer })
  await importing.getByRole('button', { name: 'Import 1 opening balance' }).click()
  await expect(importing.getByRole('heading', { name: '1 opening balance was imported.' })).toBeFocused()
  await importing.getByRole('button', { name: 'Close' }).first().click()
  await expect(table.getByRole('link', { name: 'OLD-8' })).toBeVisible()
})
