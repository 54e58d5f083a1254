import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const lines = (price: string) => [{ description: 'Work', quantity: '1', unitPrice: price }]
const numbers = (page: Page) => page.locator('[data-row-link]')
const tabs = (page: Page) => page.getByRole('radiogroup', { name: 'Status' })
const tab = (page: Page, name: string) => tabs(page).getByRole('radio', { name: new RegExp(`^${name} `) })

test('each status is a tab with its number and sum, which follow search, period and payments; the URL keeps filters and order', async ({
  page,
  records,
}) => {
  await page.clock.setFixedTime('2026-03-02T12:00:00Z')
  const ada = (await records.customer({ name: 'Ada' })).id
  const alan = (await records.customer({ name: 'Alan' })).id
  await records.invoice({ customerId: ada, invoiceNumber: 'A-1', issueDate: '2026-01-10', lineItems: lines('10.01') })
  const late = { status: 'sent', dueDate: '2026-02-28' } as const
  const partly = await records.invoice({
    customerId: ada,
    invoiceNumber: 'A-2',
    issueDate: '2026-02-10',
    ...late,
    lineItems: lines('99.99'),
  })
  await records.invoice({
    customerId: alan,
    invoiceNumber: 'B-1',
    issueDate: '2026-03-01',
    ...late,
    dueDate: '2026-03-01',
    lineItems: lines('0.02'),
  })
  await records.invoice({ customerId: alan, invoiceNumber: 'B-2', issueDate: '2026-03-02', status: 'sent', lineItems: lines('7.00') })
  await page.goto('/invoices')
  await expect(tabs(page).locator('label')).toHaveText([
    'All Invoices 4 $117.02',
    'Draft 1 $10.01',
    'Sent 1 $7.00',
    'Paid 0',
    'Overdue 2 $100.01',
  ])
  // What is due, not what was invoiced; the open page follows by itself.
  const payment = { amount: '50', paymentDate: '2026-03-01', paymentMethod: 'Cash' }
  expect((await page.request.post(`/api/invoices/${partly.id}/payments`, { data: payment })).status()).toBe(201)
  await expect(tabs(page).locator('label').last()).toHaveText('Overdue 2 $50.01')

  await tab(page, 'Overdue').check()
  await expect(numbers(page)).toHaveText(['B-1', 'A-2'])
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Paid')).toBeChecked()
  await expect(tab(page, 'Paid')).toBeFocused()
  await expect(page).toHaveURL(/status=paid/)
  await expect(page.getByText('No invoices match your current filters.')).toBeVisible()
  // The chosen tab doesn't change the others' figures.
  await expect(tabs(page).locator('label').first()).toHaveText('All Invoices 4 $117.02')

  await page.getByPlaceholder('Search by number or customer').fill('alan')
  await expect(tabs(page).locator('label')).toHaveText(['All Invoices 2 $7.02', 'Draft 0', 'Sent 1 $7.00', 'Paid 0', 'Overdue 1 $0.02'])
  await page.getByRole('button', { name: 'Show all invoices' }).click()
  await page.getByLabel('Period').selectOption('This month')
  await expect(page).toHaveURL(/from=2026-03-01&to=2026-03-31/)
  await expect(numbers(page)).toHaveText(['B-2', 'B-1'])
  await expect(tabs(page).locator('label').first()).toHaveText('All Invoices 2 $7.02')
  await page.reload()
  await expect(page.getByLabel('Period')).toHaveValue('This month')
  await expect(numbers(page)).toHaveText(['B-2', 'B-1'])
  await page.getByLabel('Period').selectOption('Custom dates')
  await page.getByLabel('From', { exact: true }).fill('2026-02-01')
  await page.getByLabel('To', { exact: true }).fill('2026-02-28')
  await expect(numbers(page)).toHaveText(['A-2'])
  const href = await page.getByRole('link', { name: 'Export invoices' }).getAttribute('href')
  expect(await (await page.request.get(href!)).text()).not.toContain('B-1')

  await page.getByLabel('Period').selectOption('All dates')
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(numbers(page)).toHaveText(['A-2', 'A-1', 'B-2', 'B-1'])
  await page.reload()
  await expect(numbers(page)).toHaveText(['A-2', 'A-1', 'B-2', 'B-1'])
})

test('filters are saved under a name, applied, renamed and deleted; a saved period moves with the calendar', async ({ page, records }) => {
  await page.clock.setFixedTime('2026-03-02T12:00:00Z')
  const { id: customerId } = await records.customer({ name: 'Ada' })
  for (const month of ['02', '03', '04'])
    await records.invoice({ customerId, invoiceNumber: `M-${month}`, issueDate: `2026-${month}-10`, status: 'sent' })
  await page.goto('/invoices?status=sent&from=2026-03-01&to=2026-03-31')
  const open = async (entry: string | RegExp) => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const dialog = page.getByRole('dialog')
  await open('Save view')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Sent this month')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.goto('/invoices')
  await expect(numbers(page)).toHaveCount(3)
  await page.clock.setFixedTime('2026-04-02T12:00:00Z')
  await open('Sent this month')
  await expect(page).toHaveURL('/invoices?status=sent&from=2026-04-01&to=2026-04-30')
  await expect(numbers(page)).toHaveText(['M-04'])

  await open('Rename or delete')
  await dialog.getByLabel('Name of view 1').fill('Monthly')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await open('Save view')
  await dialog.getByLabel('Name').fill('Monthly')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('There is already a view with this name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open('Rename or delete')
  await dialog.getByRole('button', { name: 'Delete Monthly' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Save view…'])
})
