import { expect, test } from './support/test.ts'

// Lists that are too long to load at once: the browser loads pages, and the server searches.

const many = 3000

test('a long list shows its first rows, loads more while scrolling, and search finds every row', async ({ page, records, accessible }) => {
  await records.imported('customers', many, (i) => ({
    name: `Customer ${i}`,
    email: `mail${i}@example.com`,
    company: i === 2718 ? 'Straße & 100% Söhne' : `Firm ${i % 7}`,
  }))
  await page.goto('/customers')
  await expect(page.getByText('3,000 customers', { exact: true })).toBeVisible()
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards.first()).toHaveText('Customer 1')
  await expect(cards.nth(9)).toHaveText('Customer 10')
  expect(await cards.count()).toBeLessThan(130)
  await cards.nth(59).scrollIntoViewIfNeeded()
  await expect(cards.nth(119)).toBeAttached()
  await accessible(page, 'a long list')

  const search = page.getByPlaceholder('Search customers...')
  for (const [text, count, name] of [
    ['CUSTOMER 2999', '1 customer', 'Customer 2999'],
    ['mail1234@', '1 customer', 'Customer 1234'],
    ['strasse', '', ''],
    [' straße & 100% ', '1 customer', 'Customer 2718'],
    ['0% S', '1 customer', 'Customer 2718'],
  ] as const) {
    await search.fill(text)
    if (count) {
      await expect(page.getByText(count, { exact: true })).toBeVisible()
      await expect(cards).toHaveText([name])
    } else await expect(page.getByText('No customers found.')).toBeVisible()
  }
  await search.fill('firm 3')
  await expect(page.getByText('429 customers', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export customers' })).toHaveAttribute('href', /search=firm\+3/)
  await search.fill('')
  await page.getByLabel('Sort by').selectOption('-created')
  await expect(cards.first()).toHaveText('Customer 3000')
  await page.reload()
  await expect(cards.first()).toHaveText('Customer 3000')

  // A record far down in the list can be edited.
  await search.fill('customer 2718')
  await expect(cards).toHaveText(['Customer 2718'])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed 2718')
  await page.getByRole('button', { name: 'Update Customer' }).click()
  await expect(page.getByText('No customers found.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await search.fill('renamed')
  // The whole list may be loading again at this moment.
  await expect(cards).toHaveText(['Renamed 2718'], { timeout: 30_000 })
})

test('a search in the URL shows a loading message and then only the matching rows', async ({ page, records }) => {
  await records.imported('customers', 200, (i) => ({ name: `Customer ${i}` }))
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/\/api\/customers\?.*search=/, async (route) => {
    await held
    return route.continue()
  })
  const asked = page.waitForRequest(/\/api\/customers\?.*search=/)
  await page.goto('/customers?search=customer+177')
  await asked
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(page.getByText('Loading customers...')).toBeVisible()
  await expect(cards).toHaveCount(0)
  go()
  await expect(cards).toHaveText(['Customer 177'])
})

test('the total of a long list includes all matching rows, not only the displayed ones', async ({ page, records }) => {
  await records.imported('expenses', 1500, (i) => ({
    description: `Trip ${i}`,
    amount: i % 2 ? '10.01' : '0.02',
    category: i % 2 ? 'Travel' : 'Other',
    expenseDate: '2026-01-05',
  }))
  await page.goto('/expenses')
  const caption = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(caption).toHaveText('1,500 expensesTotal $7,522.50')
  await page.getByLabel('Category', { exact: true }).selectOption('Travel')
  await expect(caption).toHaveText('750 expensesTotal $7,507.50')
  await page.getByPlaceholder('Search expenses...').fill('trip 14')
  await expect(caption).toHaveText('55 expensesTotal $550.55')
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
