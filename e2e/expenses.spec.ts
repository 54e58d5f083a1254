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

test('an expense is created, edited, found and deleted, and the deletion is undone', async ({ page, records, accessible }) => {
  await records.customer({ name: 'Grace Hopper', company: 'Navy' })
  await page.goto('/expenses')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Expense' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('heading', { name: 'Add New Expense' })).toBeVisible()
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
  await expect(form.getByLabel('Expense Date')).toHaveValue(formatDay(today))
  expect(await form.getByLabel('Category').locator('option').allTextContents()).toEqual(['Select a category', ...categories])

  await form.getByLabel('Expense Date').fill('')
  await form.getByRole('button', { name: 'Create Expense' }).click()
  await expect(form.getByLabel('Description')).toHaveAccessibleDescription('Description is required')
  await expect(form.getByLabel('Amount')).toHaveAccessibleDescription('Amount is required')
  await expect(form.getByLabel('Category')).toHaveAccessibleDescription('Category is required')
  await expect(form.getByLabel('Expense Date')).toHaveAccessibleDescription('Expense date is required')
  await expect(form.getByLabel('Description')).toBeFocused()
  await accessible(page, 'expense form with errors')

  await form.getByLabel('Description').fill('Paper and ink')
  await form.getByLabel('Amount').fill('1234.5')
  await form.getByLabel('Category').selectOption('Office Supplies')
  await form.getByLabel('Expense Date').fill('2026-01-05')
  await form.getByLabel('Vendor').fill('Paper House')
  await form.getByLabel('Receipt URL').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Create Expense' }).click()
  await expect(form.getByLabel('Receipt URL')).toHaveAccessibleDescription(/must be a web address that begins with http/)
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
  await accessible(page, 'expenses')

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
  for (const text of ['PAPER', 'office']) {
    await search.fill(text)
    await expect(row(page, 'Paper and ink')).toBeVisible()
  }
  await search.fill('Grace')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await search.fill('')

  const kept = answer(page, false)
  await page.getByRole('button', { name: 'Delete Paper and ink' }).click()
  await kept
  await expect(row(page, 'Paper and ink')).toBeVisible()
  const asked = answer(page, true)
  await page.getByRole('button', { name: 'Delete Paper and ink' }).click()
  expect(await asked).toBe('Are you sure you want to delete this expense?')
  await expectText(page, 'Expense deleted successfully')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await accessible(page, 'the notice that offers to undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, 'Expense restored successfully')
  await expect(row(page, 'Paper and ink')).toContainText('$0.01')
})

test('expenses are filtered by category, period and dates; the total and the URL follow the filters', async ({ page, records }) => {
  await records.expense({ description: 'Train', category: 'Travel', amount: '20.10', expenseDate: '2026-01-31' })
  await records.expense({ description: 'Hotel', category: 'Travel', amount: '99.90', expenseDate: '2026-02-01' })
  await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '0.01', expenseDate: '2026-02-28' })
  await page.goto('/expenses')
  const total = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(total).toHaveText('3 expensesTotal $120.01')
  await page.getByLabel('Category', { exact: true }).selectOption('Travel')
  await expect(total).toHaveText('2 expensesTotal $120.00')
  await expect(row(page, 'Paper')).toHaveCount(0)
  await page.getByLabel('Period').selectOption('Custom dates')
  await page.getByLabel('From').fill('2026-02-01')
  await expect(total).toHaveText('1 expenseTotal $99.90')
  await page.getByLabel('To').fill('2026-02-28')
  expect(new URL(page.url()).search).toBe('?category=Travel&from=2026-02-01&to=2026-02-28')
  await page.reload()
  await expect(total).toHaveText('1 expenseTotal $99.90')
  await page.getByPlaceholder('Search expenses...').fill('train')
  await expect(page.getByText('No expenses found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByPlaceholder('Search expenses...').fill('')
  await expect(total).toHaveText('3 expensesTotal $120.01')
  await page.getByLabel('Period').selectOption('Last year')
  const year = new Date().getFullYear()
  await expect(page).toHaveURL(new RegExp(`from=${year - 1}-01-01&to=${year - 1}-12-31`))
  // Invalid URL parameters are ignored, and all expenses are shown.
  await page.goto('/expenses?category=Gold&from=yesterday&sort=password')
  await expect(total).toHaveText('3 expensesTotal $120.01')
})

test('the dates of the filter can be typed digit by digit', async ({ page, records }) => {
  await records.expense({ description: 'Train', category: 'Travel', amount: '20', expenseDate: '2026-01-31' })
  await records.expense({ description: 'Hotel', category: 'Travel', amount: '99', expenseDate: '2026-02-01' })
  await page.goto('/expenses')
  await page.getByLabel('From').focus()
  await page.keyboard.type('02012026')
  await expect(page).toHaveURL('/expenses?from=2026-02-01')
  await expect(row(page, 'Train')).toHaveCount(0)
  await expect(row(page, 'Hotel')).toBeVisible()
  // An incomplete date is ignored, and the field is cleared when it loses focus.
  await page.getByLabel('To').focus()
  await expect(page.getByLabel('From')).toHaveValue('Feb 01, 2026')
  await page.keyboard.type('030120')
  await page.getByPlaceholder('Search expenses...').focus()
  await expect(page.getByLabel('To')).toHaveValue('')
  await expect(page).toHaveURL('/expenses?from=2026-02-01')
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(page.getByLabel('Category', { exact: true })).toBeFocused()
  await expect(row(page, 'Train')).toBeVisible()
})

test('the table is sorted by clicking its headings, and aria-sort shows the order', async ({ page, records }) => {
  await records.expense({ description: 'b', category: 'Travel', amount: '5', expenseDate: '2026-01-01', vendor: 'Zoo' })
  await records.expense({ description: 'A', category: 'Other', amount: '10', expenseDate: '2026-03-01' })
  await records.expense({ description: 'c', category: 'Other', amount: '7', expenseDate: '2026-02-01', vendor: 'acme' })
  await page.goto('/expenses')
  const order = async (...wanted: string[]) => {
    for (const [i, words] of wanted.entries())
      await expect(
        page
          .getByRole('row')
          .nth(i + 1)
          .getByRole('cell')
          .first(),
      ).toHaveText(words)
  }
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await order('A', 'c', 'b')
  await expect(heading('Date')).toHaveAttribute('aria-sort', 'descending')
  await heading('Amount').getByRole('button').click()
  await order('A', 'c', 'b')
  await heading('Amount').getByRole('button').click()
  await order('b', 'c', 'A')
  await expect(heading('Amount')).toHaveAttribute('aria-sort', 'ascending')
  await heading('Description').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await order('A', 'b', 'c')
  await heading('Vendor').getByRole('button').click()
  await order('c', 'b', 'A')
  await page.reload()
  await order('c', 'b', 'A')
})

test('the dashboard shows a changed expense at once', async ({ page, records }) => {
  await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '10.00', expenseDate: '2026-01-05' })
  await page.goto('/')
  await expect(page.getByText('$10.00').first()).toBeVisible()
  await page.goto('/expenses')
  await page.getByRole('button', { name: 'Edit Paper' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('33.33')
  await page.getByRole('button', { name: 'Update Expense' }).click()
  await expectText(page, 'Expense updated successfully')
  await page.goto('/')
  await expect(page.getByText('$33.33').first()).toBeVisible()
})

test.describe('receipt', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

  test.describe('receipt upload fails', () => {
    test.use({ allowedErrors: /status of (401|500) .*\/api\/(receipts|objects)/ })

    test('the form shows what to do for each kind of error', async ({ page, person }) => {
      await page.goto('/expenses')
      await page.getByRole('button', { name: 'Add Expense' }).click()
      const form = page.getByRole('dialog')
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
      await attach()
      await expect(form.getByRole('link', { name: 'View photo.png (opens in a new tab)' })).toBeVisible()
      await expect(form.getByRole('alert')).toHaveCount(0)
    })
  })

  test('the expense is saved as soon as the receipt upload completes', async ({ page, person }) => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('/api/receipts', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/expenses')
    await page.getByRole('button', { name: 'Add Expense' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Description').fill('Paper')
    await form.getByLabel('Amount').fill('10')
    await form.getByLabel('Category').selectOption('Travel')
    await form.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png })
    await form.getByRole('button', { name: 'Create Expense' }).click()
    await expect(form.getByRole('alert'), person.email).toHaveText('The file is still on its way. All is saved once it is there.')
    go()
    await expectText(page, 'Expense created successfully')
    await expect(page.getByRole('link', { name: 'Receipt of Paper' })).toBeVisible()
  })

  test('a receipt file is attached, downloaded and removed', async ({ page, records }) => {
    await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '10.00', expenseDate: '2026-01-05' })
    await page.goto('/expenses')
    await page.getByRole('button', { name: 'Edit Paper' }).click()
    const form = page.getByRole('dialog')
    await form.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png })
    await expect(form.getByRole('link', { name: 'View photo.png' })).toBeVisible()
    await page.getByRole('button', { name: 'Update Expense' }).click()
    await expectText(page, 'Expense updated successfully')
    const href = await page.getByRole('link', { name: 'Receipt of Paper' }).getAttribute('href')
    const file = await page.request.get(href!)
    expect([file.status(), file.headers()['content-type'], file.headers()['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])

    await page.getByRole('button', { name: 'Edit Paper' }).click()
    await form.getByRole('button', { name: /Remove/ }).click()
    await page.getByRole('button', { name: 'Update Expense' }).click()
    await expect(page.getByRole('link', { name: 'Receipt of Paper' })).toHaveCount(0)
  })
})

test.describe('save and load errors', () => {
  test.use({ allowedErrors: /status of (409|500) .*\/api\/expenses/ })

  test('a failed save keeps the form; an outdated version shows both versions', async ({ page, records, accessible }) => {
    const { id } = await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '10.00', expenseDate: '2026-01-05' })
    await page.goto('/expenses')
    await page.getByRole('button', { name: 'Edit Paper' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Vendor').fill('Paper House')
    await page.route(`/api/expenses/${id}`, (route) => route.fulfill({ status: 500, body: 'Oops' }))
    await page.getByRole('button', { name: 'Update Expense' }).click()
    await expectText(page, 'Failed to update expense')
    await expect(form.getByLabel('Vendor')).toHaveValue('Paper House')
    await page.unroute(`/api/expenses/${id}`)
    const changed = await page.request.put(`/api/expenses/${id}`, {
      data: { description: 'Paper', category: 'Office Supplies', amount: '12.00', expenseDate: '2026-01-05' },
    })
    expect(changed.ok()).toBe(true)
    await page.getByRole('button', { name: 'Update Expense' }).click()
    const both = form.getByRole('table')
    await expect(both.getByRole('row', { name: 'Amount $10.00 $12.00' })).toBeVisible()
    await expect(both.getByRole('row', { name: 'Vendor Paper House empty' })).toBeVisible()
    await accessible(page, 'expense form with two versions')
    await form.getByRole('button', { name: 'Keep my changes' }).click()
    await page.getByRole('button', { name: 'Update Expense' }).click()
    await expectText(page, 'Expense updated successfully')
    await expect(row(page, 'Paper House')).toContainText('$10.00')
  })

  test("a list that fails to load shows an error, and 'Try again' loads it", async ({ page, records }) => {
    await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '10.00', expenseDate: '2026-01-05' })
    await page.route('/api/expenses?*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/expenses')
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await page.unroute('/api/expenses?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, 'Paper')).toBeVisible()
  })
})

test('a loading message is shown until the list arrives', async ({ page, person }) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('/api/expenses?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/expenses')
  await expect(page.getByText('Loading expenses...'), person.email).toBeVisible()
  go()
  await expect(page.getByText('No expenses found.')).toBeVisible()
})
