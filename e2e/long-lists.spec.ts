import { expectFocusSeen } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

// Lists that are too long to load at once: the browser loads pages, and the server searches.

const many = 1000

test('a long list shows its first rows, loads more while scrolling, and search finds every row', async ({ page, records }) => {
  await records.imported('customers', many, (i) => ({
    name: `Customer ${i}`,
    email: `mail${i}@example.com`,
    company: i === 718 ? 'Straße & 100% Söhne' : `Firm ${i % 7}`,
  }))
  await page.goto('/customers')
  await expect(page.getByText('1,000 customers', { exact: true })).toBeVisible()
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards.first()).toHaveText('Customer 1')
  await expect(cards.nth(9)).toHaveText('Customer 10')
  expect(await cards.count()).toBeLessThan(130)
  await cards.nth(59).scrollIntoViewIfNeeded()
  await expect(cards.nth(119)).toBeAttached()

  const search = page.getByPlaceholder('Search customers...')
  await search.fill(' straße & 100% ')
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
  await expect(cards).toHaveText(['Customer 718'])
  await search.fill('firm 3')
  await expect(page.getByText('143 customers', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export customers' })).toHaveAttribute('href', /search=firm\+3/)
  await search.fill('')
  await page.getByLabel('Sort by').selectOption('-created')
  await expect(cards.first()).toHaveText('Customer 1000')
  await page.reload()
  await expect(cards.first()).toHaveText('Customer 1000')
})

test('the head of a long table stays in view, and the focus is not hidden behind it', async ({ page, records }) => {
  await records.imported('expenses', 60, (i) => ({ description: `Train ${i}`, amount: '1', category: 'Travel', expenseDate: '2026-01-05' }))
  await page.goto('/expenses')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(61)
  await rows.last().getByRole('button').last().focus()
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport()
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('k')
    await expectFocusSeen(page)
  }
})

test.describe('failed page of a long list', () => {
  test.use({ allowedErrors: /status of 500 .*\/api\/items/ })

  test("an error is shown below the loaded rows, and 'Try again' loads the next rows", async ({ page, records }) => {
    await records.imported('items', 200, (i) => ({ name: `Item ${i}`, unitPrice: '1.00' }))
    await page.route(/\/api\/items\?.*after=/, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/items')
    const cards = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(cards).toHaveCount(60)
    await cards.last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('alert')).toHaveText("Couldn't load more.")
    await expect(cards).toHaveCount(60)
    await page.unroute(/\/api\/items\?.*after=/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards.nth(119)).toBeAttached()
  })
})
