import type { Page } from '@playwright/test'
import { formatDay } from '#shared/dates.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

/** The table row, or the list item on a phone, that contains the text. */
const row = (page: Page, words: string) =>
  page
    .getByRole('table', { name: 'Expenses' })
    .or(page.getByRole('list', { name: 'Expenses' }))
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: words })
const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
const categories = [
  'Office Supplies',
  'Travel',
  'Meals & Entertainment',
  'Software & Subscriptions',
  'Marketing & Advertising',
  'Professional Services',
  'Equipment',
  'Utilities',
  'Internet & Phone',
  'Insurance',
  'Other',
]

test('an expense is created, edited, found and deleted, and the deletion is undone', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper', company: 'Navy' })
  await page.goto('/expenses')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Expense' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('heading', { name: 'Add New Expense' })).toBeVisible()
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
  await expect(form.getByLabel('Expense Date')).toHaveValue(formatDay(today))
  expect(await form.getByLabel('Category').locator('option').allTextContents()).toEqual(['Select a category', ...categories])

  await form.getByLabel('Description').fill('Paper and ink')
  await form.getByLabel('Amount').fill('1234.5')
  await form.getByLabel('Category').selectOption('Office Supplies')
  // A year of the future is refused at its field, one of long ago is asked about.
  const date = form.getByLabel('Expense Date')
  await date.fill('2062-01-05')
  await expect(date).toHaveAccessibleDescription('A year ahead or more: is the year right?')
  await form.getByRole('button', { name: 'Create Expense' }).click()
  await expect(date).toHaveAccessibleDescription(`Expense date must not be after today, ${formatDay(today)}`)
  await date.fill('2016-01-05')
  await expect(date).toHaveAccessibleDescription('A year ago or more: is the year right?')
  await date.fill('2026-01-05')
  await expect(date).not.toHaveAccessibleDescription(/year/)
  await form.getByLabel('Vendor').fill('Paper House')
  await form.getByLabel('Receipt URL').fill('https://example.com/receipt.pdf')
  await form.getByRole('combobox', { name: 'Customer' }).fill('grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await form.getByRole('button', { name: 'Create Expense' }).click()
  await expectText(page, 'Expense created successfully')
  for (const words of ['Paper and ink', '$1,234.50', 'Jan 05, 2026', 'Office Supplies', 'Paper House', 'Grace Hopper'])
    await expect(row(page, 'Paper and ink')).toContainText(words)
  await expect(row(page, 'Paper and ink').getByRole('link', { name: 'Receipt of Paper and ink' })).toHaveAttribute(
    'href',
    'https://example.com/receipt.pdf',
  )

  await page.getByRole('button', { name: 'View' }).click()
  await expect(form.getByRole('heading', { name: 'Edit Expense' })).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue(/Grace Hopper/)
  await form.getByLabel('Vendor').fill('')
  await form.getByLabel('Amount').fill('0.01')
  await form.getByRole('button', { name: 'Update Expense' }).click()
  await expectText(page, 'Expense updated successfully')
  await expect(row(page, 'Paper and ink')).toContainText('$0.01')
  await expect(row(page, 'Paper and ink')).not.toContainText('Paper House')

  const search = page.getByPlaceholder('Search expenses...')
  await search.fill('nothing like it')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await search.fill('office')
  await expect(row(page, 'Paper and ink')).toBeVisible()
  const asked = answer(page, true)
  await page.getByRole('button', { name: 'Delete Paper and ink' }).click()
  expect(await asked).toBe('Are you sure you want to delete this expense?')
  await expectText(page, 'Expense deleted successfully')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, 'Expense restored successfully')
  await expect(row(page, 'Paper and ink')).toContainText('$0.01')
})

test('expenses are filtered by category and typed days, and sorted by their headings; the total and the URL follow', async ({
  page,
  records,
}) => {
  await records.expense({ description: 'Train', category: 'Travel', amount: '20.10', expenseDate: '2026-01-31' })
  await records.expense({ description: 'Hotel', category: 'Travel', amount: '99.90', expenseDate: '2026-02-01', vendor: 'Zoo' })
  await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '0.01', expenseDate: '2026-02-28', vendor: 'acme' })
  await page.goto('/expenses')
  const total = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(total).toHaveText('3 expensesTotal $120.01')
  const names = page.getByRole('table', { name: 'Expenses' }).getByRole('row').locator('td:first-child')
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await expect(names).toHaveText(['Paper', 'Hotel', 'Train'])
  await expect(heading('Date')).toHaveAttribute('aria-sort', 'descending')
  await heading('Amount').getByRole('button').click()
  await expect(names).toHaveText(['Hotel', 'Train', 'Paper'])
  await heading('Amount').getByRole('button').press('Enter')
  await expect(names).toHaveText(['Paper', 'Train', 'Hotel'])
  await expect(heading('Amount')).toHaveAttribute('aria-sort', 'ascending')

  await page.getByLabel('Category', { exact: true }).selectOption('Travel')
  await expect(total).toHaveText('2 expensesTotal $120.00')
  await page.getByLabel('Period').selectOption('Custom dates')
  await page.getByLabel('From').selectText()
  await page.keyboard.type('02012026')
  await expect(total).toHaveText('1 expenseTotal $99.90')
  // An incomplete date is ignored, and the field is cleared when it loses focus.
  await page.getByLabel('To').selectText()
  await expect(page.getByLabel('From')).toHaveValue('Feb 01, 2026')
  await page.keyboard.press('Delete')
  await page.keyboard.type('030120')
  await page.getByPlaceholder('Search expenses...').focus()
  await expect(page.getByLabel('To')).toHaveValue('')
  const { search } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({ category: 'Travel', from: '2026-02-01' })
  await page.reload()
  await expect(total).toHaveText('1 expenseTotal $99.90')
  await page.getByRole('button', { name: 'Clear filters' }).first().press('Enter')
  await expect(page.getByLabel('Category', { exact: true })).toBeFocused()
  await expect(total).toHaveText('3 expensesTotal $120.01')
  await page.getByLabel('Period').selectOption('Last year')
  const year = new Date().getFullYear()
  await expect(page).toHaveURL(new RegExp(`from=${year - 1}-01-01&to=${year - 1}-12-31`))
  // Invalid URL parameters are ignored, and all expenses are shown.
  await page.goto('/expenses?category=Gold&from=yesterday&sort=password')
  await expect(total).toHaveText('3 expensesTotal $120.01')
})

test.describe('receipt', () => {
  test.use({ allowedErrors: /status of (401|500) .*\/api\/(receipts|objects)/ })
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

  test('a receipt whose upload failed is attached again, saved once it is there, downloaded and removed', async ({ page, person }) => {
    await page.goto('/expenses')
    await page.getByRole('button', { name: 'Add Expense' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Description').fill('Paper')
    await form.getByLabel('Amount').fill('10')
    await form.getByLabel('Category').selectOption('Travel')
    const attach = () => form.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png })
    await page.route('/api/receipts', (route) => route.fulfill({ status: 500, body: 'Oops' }))
    await attach()
    await expect(form.getByRole('alert'), person.email).toHaveText('Something went wrong on our side. Please try again.')
    await page.unroute('/api/receipts')
    await page.route('/api/objects/upload', (route) => route.fulfill({ status: 401, json: { message: 'Please sign in' } }))
    await attach()
    await expect(form.getByRole('alert').filter({ hasText: 'Sign in, then try again.' })).toBeVisible()
    await page.unroute('/api/objects/upload')
    // The session is still valid: the app finds this out when the window gets focus.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))

    const held = Promise.withResolvers<void>()
    await page.route('/api/receipts', async (route) => {
      await held.promise
      await route.continue()
    })
    await attach()
    await form.getByRole('button', { name: 'Create Expense' }).click()
    await expect(form.getByRole('alert')).toHaveText('The file is still on its way. All is saved once it is there.')
    held.resolve()
    await expectText(page, 'Expense created successfully')
    const href = await page.getByRole('link', { name: 'Receipt of Paper' }).getAttribute('href')
    const file = await page.request.get(href!)
    expect([file.status(), file.headers()['content-type'], file.headers()['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])

    await page.getByRole('button', { name: 'Edit Paper' }).click()
    await expect(form.getByRole('link', { name: 'View photo.png (opens in a new tab)' })).toBeVisible()
    await form.getByRole('button', { name: /Remove/ }).click()
    await page.getByRole('button', { name: 'Update Expense' }).click()
    await expect(page.getByRole('link', { name: 'Receipt of Paper' })).toHaveCount(0)
  })
})

test.describe('a list that is slow or fails', () => {
  test.use({ allowedErrors: /status of 500 .*\/api\/expenses/ })

  test('a message is shown until the list arrives; one that fails to load can be tried again', async ({ page, person }) => {
    const held = Promise.withResolvers<void>()
    await page.route('/api/expenses?*', async (route) => {
      await held.promise
      await route.fulfill({ status: 500, body: '' })
    })
    await page.goto('/expenses')
    await expect(page.getByText('Loading expenses...'), person.email).toBeVisible()
    held.resolve()
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await page.unroute('/api/expenses?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No expenses found.')).toBeVisible()
  })
})
